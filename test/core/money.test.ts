import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../src/core/errors.ts";
import { addAmounts, formatAmount, formatCount, multiplyAmounts } from "../../src/core/money.ts";

const amount = fc.maxSafeInteger();

function withinRange(exact: bigint): number | null {
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : null;
}

function sumOrNull(a: number, b: number): number | null {
  try {
    return addAmounts(a, b, "wallet");
  } catch (error) {
    if (error instanceof TieoutError && error.code === "SUM_OVERFLOW") return null;
    throw error;
  }
}

describe("sums and products are exact or refused", () => {
  test("agree with integers without bounds", () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(sumOrNull(a, b)).toBe(withinRange(BigInt(a) + BigInt(b)));
      }),
    );
    fc.assert(
      fc.property(amount, fc.oneof(amount, fc.integer({ min: -1000, max: 1000 })), (a, b) => {
        expect(multiplyAmounts(a, b)).toBe(withinRange(BigInt(a) * BigInt(b)));
      }),
    );
  });

  test("a sum out of range names what it adds", () => {
    expect(addAmounts(Number.MAX_SAFE_INTEGER - 1, 1, "x")).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => addAmounts(Number.MAX_SAFE_INTEGER, 1, "wallet of user 12")).toThrowError(
      expect.objectContaining({
        code: "SUM_OVERFLOW",
        message: "A sum of amounts is too large to be exact in the wallet of user 12",
      }) as Error,
    );
    expect(() => addAmounts(Number.MIN_SAFE_INTEGER, -1, "x")).toThrow("too large to be exact");
  });

  test("no product is minus zero", () => {
    expect(Object.is(multiplyAmounts(-5, 0), 0)).toBe(true);
  });
});

describe("amounts as people read them", () => {
  test.each<[number, number, string]>([
    [0, 0, "0"],
    [0, 2, "0.00"],
    [7, 0, "7"],
    [999, 0, "999"],
    [1000, 0, "1,000"],
    [1_234_567, 0, "1,234,567"],
    [-1_234_567, 2, "−12,345.67"],
    [5, 2, "0.05"],
    [-5, 2, "−0.05"],
    [99, 2, "0.99"],
    [100, 2, "1.00"],
    [-1, 6, "−0.000001"],
    [Number.MAX_SAFE_INTEGER, 0, "9,007,199,254,740,991"],
    [Number.MIN_SAFE_INTEGER, 3, "−9,007,199,254,740.991"],
  ])("%d with %d decimals is %s", (value, decimals, text) => {
    expect(formatAmount(value, decimals)).toBe(text);
  });

  test("shows the digits of the amount, whatever separates them", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        const text = formatAmount(value, decimals);
        expect(Number(text.replaceAll(/[,.]/gu, "").replace("−", "-"))).toBe(value);
        expect(text).toMatch(/^−?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/u);
        expect(text.split(".")[1]?.length ?? 0).toBe(decimals);
      }),
    );
  });

  test("puts counts before their noun", () => {
    expect([0, 1, 2, 1300].map((count) => formatCount(count, "row"))).toEqual([
      "0 rows",
      "1 row",
      "2 rows",
      "1,300 rows",
    ]);
  });
});
