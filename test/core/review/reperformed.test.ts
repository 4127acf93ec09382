/** What is said of a frozen month whose check says otherwise: each figure of it that differs, and nothing else. */
import { describe, expect, test } from "vitest";
import type { FrozenMonth, FrozenOutstanding, FrozenRoll } from "../../../src/core/review/close/close.ts";
import { differencesFrom, figuresSince } from "../../../src/core/review/close/reperformed.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const ROLL: FrozenRoll = {
  broughtForward: 70,
  added: 50,
  cleared: 20,
  reclassified: 0,
  ageing: [40, 30, 20, 10],
};
const ITEMS: FrozenOutstanding = { currency: "NGN", kind: "in transit", items: 3, amount: 100, roll: ROLL };

function month(fields: Partial<FrozenMonth>): FrozenMonth {
  return { ...NOTHING_FROZEN, ...fields };
}

/** Both as they are said of a signature and of a preparation. */
function said(was: FrozenMonth, is: FrozenMonth): string[] {
  expect(figuresSince(was, is).map((words) => words.replace("prepared", "signed"))).toEqual(
    differencesFrom(was, is).map((words) => words.replace("re-performed", "now")),
  );
  return figuresSince(was, is);
}

describe("wallets", () => {
  const WALLET = {
    userID: 1,
    businessID: null,
    currency: "NGN",
    entries: 1200,
    opening: 100,
    inflow: 2000,
    outflow: 500,
    closing: 1607,
    breakDifference: 7,
  };
  const held = (fields: Partial<typeof WALLET>) =>
    month({ decimals: 2, wallets: [{ ...WALLET, ...fields }] });

  test.each([
    ["closing", "closing", "16.07", "16.08"],
    ["opening", "opening", "1.00", "1.01"],
    ["inflow", "inflow", "20.00", "20.01"],
    ["outflow", "outflow", "5.00", "5.01"],
    ["breakDifference", "break differences", "0.07", "0.08"],
    ["entries", "entries", "1,200", "1,201"],
  ] as const)(
    "amounts are told with the month's decimals, and how many entries without: %s",
    (figure, words, was, is) => {
      const [first = "", ...others] = said(held({}), held({ [figure]: WALLET[figure] + 1 }));
      expect(first).toMatch(new RegExp(`^${words} of .+: prepared ${was}, now ${is}$`, "u"));
      expect(others).toEqual([]);
    },
  );
});

describe("outstanding items", () => {
  const rolled = (fields: Partial<FrozenRoll>) =>
    month({ outstanding: [{ ...ITEMS, roll: { ...ROLL, ...fields } }] });

  test("as they were", () => expect(said(rolled({}), rolled({}))).toEqual([]));

  test.each([0, 1, 2, 3])("of the same amount, of which 1 in age %i is another day's", (age) => {
    const ageing = ROLL.ageing.map((amount, at) => (at === age ? amount - 1 : amount));
    ageing[(age + 1) % 4]! += 1;
    const words = ["outstanding, in transit in NGN: the ages are different"];
    expect(said(rolled({}), rolled({ ageing }))).toEqual(words);
    expect(said(rolled({ ageing }), rolled({}))).toEqual(words);
  });

  test.each([
    ["broughtForward", "brought forward", "70", "71"],
    ["added", "new", "50", "51"],
    ["cleared", "cleared", "20", "21"],
    ["reclassified", "reclassified", "0", "1"],
  ] as const)("that came about otherwise: %s", (figure, words, was, is) => {
    expect(said(rolled({}), rolled({ [figure]: ROLL[figure] + 1 }))).toEqual([
      `outstanding, in transit in NGN, ${words}: prepared ${was}, now ${is}`,
    ]);
  });

  test("of a kind that is there no more: nil ones are left out of a preparation, items that come to 0 are not", () => {
    const nil = { broughtForward: 0, added: 0, cleared: 0, reclassified: 0, ageing: [0, 0, 0, 0] };
    const gone = (fields: Partial<FrozenOutstanding>) =>
      figuresSince(
        month({ outstanding: [{ ...ITEMS, items: 0, amount: 0, roll: nil, ...fields }] }),
        month({}),
      );
    expect(gone({})).toEqual([]);
    expect(gone({ roll: undefined })).toEqual([]);
    expect(gone({ items: 2 })).toContain("outstanding, in transit: prepared 2 items of 0, now 0 items of 0");
    expect(gone({ amount: 5 })).toContain("outstanding, in transit: prepared 0 items of 5, now 0 items of 0");
    const moved = { ...nil, added: 5, cleared: 5 };
    expect(gone({ roll: moved })).toContain("outstanding, in transit in NGN: prepared, and not found now");
  });

  test("frozen without ages by an older version: nothing is said of those, but that the line lacks them", () => {
    const { roll: _, ...older } = ITEMS;
    expect(said(month({ outstanding: [older], rulesVersion: "0" }), rolled({ cleared: 0 }))).toEqual([]);
    expect(said(month({ outstanding: [older] }), rolled({ cleared: 0 }))).toEqual([
      "the lines of outstanding items are not those that were prepared",
    ]);
  });
});

describe("obstacles that were overridden", () => {
  const [one, otherwise] = ["2 errors are undecided", "Two errors without a decision"];
  const overriding = (
    sentence: string,
    appVersion: string,
    kind: "undecided-errors" | "opening-not-carried",
  ) => month({ overridden: [{ kind, sentence }], appVersion });
  const differ = ["the obstacles to preparing it are different"];

  test("of the same version, by their sentences", () => {
    const was = overriding(one, "1", "undecided-errors");
    expect(said(was, overriding(one, "1", "undecided-errors"))).toEqual([]);
    expect(said(was, overriding(otherwise, "1", "undecided-errors"))).toEqual(differ);
  });

  test("of another version, which may have put it otherwise, by their kinds alone", () => {
    const was = overriding(one, "1", "undecided-errors");
    expect(said(was, overriding(otherwise, "2", "undecided-errors"))).toEqual([]);
    expect(said(was, overriding(one, "2", "opening-not-carried"))).toEqual(differ);
    expect(said(was, month({ appVersion: "2" }))).toEqual(differ);
  });
});

test("a currency's proof is told line by line where both have it, and whole where it was not frozen", () => {
  const proven = (proofs: Readonly<Record<string, number>>) =>
    month({
      proofs: Object.entries(proofs).map(([currency, closing]) => ({ currency, amounts: { closing } })),
    });
  expect(said(proven({ NGN: 5 }), proven({ NGN: 5 }))).toEqual([]);
  expect(said(proven({ NGN: 5 }), proven({ NGN: 6, USD: 1 }))).toEqual([
    "the proof's line closing in NGN: prepared 5, now 6",
    "the proof in USD was not prepared",
    "the three-way proofs are not those that were prepared",
  ]);
});
