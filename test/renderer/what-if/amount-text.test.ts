import { describe, expect, it } from "vitest";
import { formatAmount } from "../../../src/core/money.ts";
import { parseAmount } from "../../../src/renderer/features/what-if/amount-text.ts";

describe("a typed amount", () => {
  it.each([
    ["0", 0, 0],
    ["1,250", 0, 1250],
    ["1,250.5", 2, 125_050],
    [" 12 500.00 ", 2, 1_250_000],
    ["7.", 2, 700],
  ] as const)("reads %j with %i decimals", (text, decimals, amount) => {
    expect(parseAmount(text, decimals)).toBe(amount);
  });

  it.each([
    ["", 0],
    ["-5", 0],
    ["1.5", 0],
    ["1.234", 2],
    ["1e3", 0],
    ["9007199254740993", 0],
    ["90071992547409.93", 2],
    [".5", 2],
  ] as const)("refuses %j with %i decimals", (text, decimals) => {
    expect(parseAmount(text, decimals)).toBe(null);
  });

  it("reads back what is shown", () => {
    for (const amount of [0, 5, 99, 100, 12_345_678]) {
      expect(parseAmount(formatAmount(amount, 2), 2)).toBe(amount);
    }
  });
});
