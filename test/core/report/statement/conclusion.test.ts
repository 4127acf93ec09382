import { expect, test } from "vitest";
import type { CurrencyBlock } from "../../../../src/core/report/sheet/currencies.ts";
import { provenBlocks } from "../../../../src/core/report/lead/month-conclusion.ts";

function block(currency: string | null, wallets: number): CurrencyBlock {
  return { currency, wallets: Array.from({ length: wallets }, () => ({})) } as unknown as CurrencyBlock;
}

function named(...blocks: readonly CurrencyBlock[]): (string | null)[] | null {
  return provenBlocks({ blocks })?.map(({ currency }) => currency) ?? null;
}

test("names the currencies that wallets are in, not one that only payments are in", () => {
  expect(named(block("NGN", 2), block("GHS", 0), block(null, 1))).toEqual(["NGN", null]);
});

test("names four currencies, and none of five", () => {
  const four = ["EUR", "GHS", "NGN", "USD"].map((currency) => block(currency, 1));
  expect(named(...four)).toHaveLength(4);
  expect(named(...four, block("XOF", 0))).toHaveLength(4);
  expect(named(...four, block("XOF", 1))).toBeNull();
});

test("names none where wallets of no known currency may be in several", () => {
  expect(named(block("NGN", 1), block(null, 2))).toBeNull();
});
