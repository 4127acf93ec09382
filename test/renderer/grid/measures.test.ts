import fc from "fast-check";
import { expect, test } from "vitest";
import { averageOf, measuredColumns, figureOf } from "../../../src/renderer/grid/totals-foot.tsx";
import { WALLET_MEASURES } from "../../../src/renderer/shared/record/wallet-columns.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const [IN, , NET] = WALLET_MEASURES.all;
const COLUMNS = measuredColumns(WALLET_MEASURES.all);

const total = (inflow: number | null, outflow: number | null) => ({
  currency: "NGN",
  rows: 5,
  columns: [
    { amounts: 3, sum: inflow },
    { amounts: 2, sum: outflow },
  ],
});

test("asks for each column once", () => {
  expect(COLUMNS).toEqual(["inflow", "outflow"]);
});

test("the net is what came in less what went out", () => {
  expect(figureOf(IN!, total(900, 250), COLUMNS)).toEqual({ title: "In", sum: 900, lacking: null });
  expect(figureOf(NET!, total(900, 250), COLUMNS)).toEqual({ title: "Net", sum: 650, lacking: null });
});

test("a sum that is too large to be exact is none", () => {
  expect(figureOf(NET!, total(null, 250), COLUMNS).sum).toBeNull();
  expect(figureOf(NET!, total(MOST, -1), COLUMNS).sum).toBeNull();
});

test("counts the rows that a sum leaves out", () => {
  const expected = { title: "Expected", column: "outflow", lacking: "not judged" };
  expect(figureOf(expected, total(0, 7), COLUMNS).lacking).toEqual({
    rows: 3,
    isAll: false,
    words: "not judged",
  });
});

test("averages are exact, rounded half away from zero", () => {
  expect(averageOf(9, 3)).toEqual({ amount: 3, isRounded: false });
  expect(averageOf(5, 2)).toEqual({ amount: 3, isRounded: true });
  expect(averageOf(-5, 2)).toEqual({ amount: -3, isRounded: true });
  expect(averageOf(-1, 3)).toEqual({ amount: 0, isRounded: true });
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 1_000_000 }), (sum, rows) => {
      const { amount, isRounded } = averageOf(sum, rows);
      const off = BigInt(amount) * BigInt(rows) - BigInt(sum);
      const size = off < 0n ? -off : off;
      expect(size * 2n <= BigInt(rows)).toBe(true);
      expect(isRounded).toBe(off !== 0n);
    }),
  );
});
