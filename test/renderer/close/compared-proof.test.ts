/** A frozen proof beside the one of now: each line under its own name, and nothing of now passed off as signed. */
import { describe, expect, test } from "vitest";
import type { FrozenOutstanding } from "../../../src/core/review/close/close.ts";
import type { CurrencyProof, MonthRoll } from "../../../src/core/report/month-report.ts";
import { comparedProofs, frozenExtent, shownRolls } from "../../../src/core/report/beside-frozen.ts";
import { frozenDecidedWords } from "../../../src/renderer/shared/months/close-words.ts";

const proof = (expected: number, currency: string | null = "NGN"): CurrencyProof => ({
  currency,
  wallets: 1,
  lines: [
    { name: "title", text: "1 The wallet", kind: "title", amount: 0 },
    { name: "expected", text: "+ expected", kind: "line", amount: expected },
    { name: "unexplained", text: "Unclassified difference", kind: "difference", amount: 0 },
  ],
  unexplained: 0,
});

describe("the three-way proof", () => {
  test("shows the signed amount, and the current one where it differs", () => {
    const frozen = [{ currency: "NGN", amounts: { expected: 25_440_221, unexplained: 0 } }];
    const [shown] = comparedProofs([proof(25_503_335)], frozen);
    expect(shown?.isChanged).toBe(true);
    expect(shown?.lines[1]).toMatchObject({ frozen: 25_440_221, now: 25_503_335 });
    expect(shown?.lines[2]).toMatchObject({ frozen: 0, now: 0 });
    expect(comparedProofs([proof(25_440_221)], frozen)[0]?.isChanged).toBe(false);
  });

  test("takes the unexplained difference from what was signed", () => {
    const frozen = [{ currency: "NGN", amounts: { expected: 5, unexplained: 12 } }];
    expect(comparedProofs([proof(5)], frozen)[0]?.unexplained).toBe(12);
  });

  test("shows only current amounts without a frozen proof", () => {
    const [shown] = comparedProofs([proof(5)], null);
    expect(shown).toMatchObject({ isChanged: false, unexplained: 0 });
    expect(shown?.lines[1]).toMatchObject({ frozen: null, now: 5 });
  });

  test("keeps currencies that are on one side only", () => {
    const shown = comparedProofs([proof(5)], [{ currency: "GHS", amounts: { expected: 7, unexplained: 0 } }]);
    expect(shown.map(({ currency, isChanged }) => [currency, isChanged])).toEqual([
      ["NGN", true],
      ["GHS", true],
    ]);
    expect(shown[0]?.lines[1]).toMatchObject({ frozen: null, now: 5 });
    expect(shown[1]?.lines[1]).toMatchObject({ frozen: 7, now: null, text: "+ expected" });
  });
});

describe("outstanding items", () => {
  const now = (fields: Partial<MonthRoll> = {}): MonthRoll => ({
    currency: "NGN",
    kind: "in transit",
    items: 2,
    broughtForward: 10,
    added: 5,
    cleared: 0,
    reclassified: 0,
    carriedForward: 15,
    ageing: [15, 0, 0, 0],
    ...fields,
  });
  const whole: FrozenOutstanding = {
    currency: "NGN",
    kind: "in transit",
    items: 2,
    amount: 15,
    roll: { broughtForward: 10, added: 5, cleared: 0, reclassified: 0, ageing: [15, 0, 0, 0] },
  };
  const { roll: _, ...bare } = whole;

  test("are shown as signed, with current figures beneath where they differ", () => {
    expect(shownRolls([now()], [whole])).toMatchObject([{ is: "frozen", carriedForward: 15 }]);
    const moved = shownRolls([now({ added: 6, carriedForward: 16 })], [whole]);
    expect(moved.map(({ is, added }) => [is, added])).toEqual([
      ["frozen", 5],
      ["now", 6],
    ]);
  });

  test("of an old signature show no current amount on the signed line", () => {
    expect(frozenExtent([now()], [bare])).toBe("amounts");
    const moved = shownRolls([now({ added: 6, carriedForward: 16 })], [bare]);
    expect(moved).toMatchObject([
      { is: "frozen", added: null, carriedForward: 15, ageing: [] },
      { is: "now", added: 6, carriedForward: 16 },
    ]);
  });

  test("show a new or vanished kind apart from what was signed", () => {
    expect(shownRolls([now()], []).map(({ is, items }) => [is, items])).toEqual([
      ["frozen", 0],
      ["now", 2],
    ]);
    expect(shownRolls([], [whole]).map(({ is, items }) => [is, items])).toEqual([
      ["frozen", 2],
      ["now", 0],
    ]);
  });

  test("that were frozen as one sum over several currencies show only current amounts", () => {
    const both = [now(), now({ currency: "GHS" })];
    const { currency: __, ...summed } = bare;
    expect(frozenExtent(both, [summed])).toBe("sums");
    expect(shownRolls(both, [summed]).map(({ is }) => is)).toEqual(["only", "only"]);
  });
});

test("show the signed counts of a signed month", () => {
  const was = { total: 44, decided: 44 };
  expect(frozenDecidedWords(was, was, "error", ["as signed", "now"])).toBe(
    "44 of 44 errors decided as signed",
  );
  expect(frozenDecidedWords(was, { total: 47, decided: 44 }, "error", ["as signed", "now"])).toBe(
    "44 of 44 errors decided as signed (now 44 of 47)",
  );
});
