import { describe, expect, test } from "vitest";
import {
  type Materiality,
  assertMateriality,
  changedMateriality,
  excessWords,
  excessiveMateriality,
  materialityIn,
  materialityWords,
  readMateriality,
} from "../../../src/core/review/file/materiality.ts";
import { materialitySetWords } from "../../../src/core/review/file/materiality-set.ts";
import { FIRST_TERMS, assertTerms } from "../../../src/core/review/file/terms.ts";
import { ZoneClock } from "../../../src/core/time.ts";

const NAIRA: Materiality = {
  currency: "NGN",
  amount: 100,
  performance: 80,
  trivial: 5,
  basis: "1% of inflows",
};
const IN_NGN = {
  userID: 1,
  businessID: null,
  currency: "NGN",
  entries: 2,
  opening: 0,
  outflow: 0,
  breakDifference: 0,
};

describe("a currency's materiality", () => {
  test("is its own alone", () => {
    const terms = { materiality: [NAIRA] };
    expect(materialityIn(terms, "NGN")).toBe(NAIRA);
    expect(materialityIn(terms, "USD")).toBeNull();
    expect(materialityIn(terms, null)).toBeNull();
  });

  test("is the one number that an older version stored, in every currency", () => {
    const terms = { materiality: readMateriality(500) };
    expect(["NGN", "USD", null].map((currency) => materialityIn(terms, currency)?.amount)).toEqual([
      500, 500, 500,
    ]);
    expect(readMateriality(null)).toEqual([]);
    expect(materialityWords(terms.materiality[0]!, 2)).toBe("5.00 in each currency");
  });

  test("changes by what is given, and an amount of every currency ends with the first of one", () => {
    const currencies = () => ["NGN", "USD"];
    const after = changedMateriality(readMateriality(500), [{ currency: "NGN", amount: 9 }], currencies);
    expect(after).toEqual([{ currency: "NGN", amount: 9, performance: null, trivial: null, basis: "" }]);
    expect(
      changedMateriality([NAIRA], [{ currency: "NGN", trivial: null, basis: "2%" }], currencies),
    ).toEqual([{ ...NAIRA, trivial: null, basis: "2%" }]);
    expect(changedMateriality([NAIRA], [{ currency: "NGN", amount: null }], currencies)).toEqual([]);
    expect(changedMateriality([], [{ amount: 3 }], () => ["GHS"])).toMatchObject([
      { currency: "GHS", amount: 3 },
    ]);
    expect(() => changedMateriality([], [{ amount: 3 }], currencies)).toThrow(
      /several currencies: NGN, USD/u,
    );
    expect(() => changedMateriality([], [{ currency: "USD", performance: 3 }], currencies)).toThrow(
      /of USD first/u,
    );
  });

  test("is refused of a currency that no wallet is in, and the sentence names those there are", () => {
    const change = (
      currency: string,
      held: readonly (string | null)[],
      before: readonly Materiality[] = [],
    ) => changedMateriality(before, [{ currency, amount: 3 }], () => held);
    const refused = "The ledger has no wallet in USD: its currencies are NGN, GHS";
    expect(() => change("USD", ["NGN", "GHS"])).toThrow(refused);
    expect(() => change("USD", [null])).toThrow(
      "The ledger has no wallet in USD: its wallets state no currency",
    );
    expect(change("usd", [])).toMatchObject([{ currency: "usd", amount: 3 }]);
    // One that was set while a wallet had it may be changed, and taken away.
    const dollars = { ...NAIRA, currency: "USD" };
    expect(change("USD", ["NGN"], [dollars])).toMatchObject([{ currency: "USD", amount: 3 }]);
    expect(changedMateriality([dollars], [{ currency: "USD", amount: null }], () => ["NGN"])).toEqual([]);
  });

  test.each([
    [{ amount: -1 }, /not an amount of 0 or more/u],
    [{ performance: 101 }, /performance materiality of NGN/u],
    [{ trivial: 101 }, /clearly trivial in NGN/u],
    [{ currency: " " }, /needs a currency/u],
  ])("cannot be %j", (change, words) => {
    expect(() => assertMateriality([{ ...NAIRA, ...change }])).toThrow(words);
    expect(() => assertMateriality([NAIRA])).not.toThrow();
    expect(() => assertMateriality([NAIRA, NAIRA])).toThrow(/more than one/u);
  });

  test("is excessive above the larger of closing balance and inflows, over all wallets of the currency", () => {
    const wallets = [
      { ...IN_NGN, inflow: 40, closing: -30 },
      { ...IN_NGN, userID: 2, inflow: 50, closing: -65 },
      { ...IN_NGN, currency: "USD", inflow: 1, closing: 1 },
    ];
    expect(excessiveMateriality({ materiality: [NAIRA] }, wallets)).toEqual([
      { currency: "NGN", amount: 100, limit: 95 },
    ]);
    expect(excessiveMateriality({ materiality: [{ ...NAIRA, amount: 95 }] }, wallets)).toEqual([]);
    const unused = { ...IN_NGN, entries: 0, inflow: 0, closing: 0 };
    expect(excessiveMateriality({ materiality: [NAIRA] }, [unused])).toEqual([]);
    expect(excessWords({ currency: "NGN", amount: 100, limit: 95 }, 0)).toBe(
      "The materiality of NGN 100 is above 95, the larger of closing balance and inflows",
    );
  });
});

test("says since which version a materiality is as it is, and whether the findings were known by then", () => {
  const version = (id: number, materiality: readonly Materiality[]) => {
    return { id, terms: { ...FIRST_TERMS, materiality }, by: `Person ${id}`, note: "", atMs: 0 };
  };
  const versions = [version(1, [NAIRA]), version(2, []), version(3, [NAIRA]), version(4, [NAIRA])];
  const said = (knownAt: number | null) =>
    materialitySetWords(NAIRA, {
      versions,
      linkOf: (id) => id * 10,
      knownAt,
      clock: new ZoneClock("UTC"),
      decimals: 0,
    });
  const words =
    "NGN 100, performance materiality 80, clearly trivial 5. Basis: 1% of inflows. Set by Person 3";
  expect(said(31)).toBe(`${words} on 1970-01-01 (link 30), before the findings of the month were known.`);
  expect(said(29)).toBe(`${words} on 1970-01-01 (link 30), after the findings of the month were known.`);
  expect(said(null)).toContain("before the findings");
});

describe("the threshold of fluctuations", () => {
  const set = (amount: number, percent: number) => () =>
    assertTerms({ terms: { ...FIRST_TERMS, fluctuation: { amount, percent } }, by: "Ada Obi", note: "" }, []);

  test.each([
    [0, 0],
    [1, 1000],
  ])("may be %i and %i %%", (amount, percent) => {
    expect(set(amount, percent)).not.toThrow();
  });

  test("may be left out", () => {
    expect(() => assertTerms({ terms: FIRST_TERMS, by: "Ada Obi", note: "" }, [])).not.toThrow();
  });

  test.each([
    [-1, 5, "is not an amount of 0 or more"],
    [0.5, 5, "is not an amount of 0 or more"],
    [1, -1, "is not a percentage from 0 to 1000"],
    [1, 1001, "is not a percentage from 0 to 1000"],
    [1, 0.5, "is not a percentage from 0 to 1000"],
  ])("is not %d and %d %%", (amount, percent, words) => {
    expect(set(amount, percent)).toThrow(`The threshold of fluctuations ${words}`);
  });
});
