import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount } from "../../../src/core/money.ts";
import { plainAmount } from "../../../src/core/plain-text.ts";
import { parseAmount, parseDay, parseId } from "../../../src/renderer/grid/amount-text.ts";

describe("a typed amount", () => {
  test.each([
    ["", 2, null],
    ["  ", 2, null],
    ["12500", 0, 12_500],
    ["12,500", 0, 12_500],
    ["12 500", 0, 12_500],
    ["12\u202F500.5", 2, 1_250_050],
    ["12,500.50", 2, 1_250_050],
    [".5", 2, 50],
    ["5.", 2, 500],
    ["7.00", 0, 7],
    ["-3", 0, -3],
    ["−3.20", 2, -320],
    ["+3", 0, 3],
    ["0", 6, 0],
    ["9007199254740991", 0, 9_007_199_254_740_991],
  ])("reads %j with %i decimals", (text, decimals, value) => {
    expect(parseAmount(text, decimals)).toStrictEqual({ ok: true, value });
  });

  test("reads minus zero as zero", () => {
    expect(Object.is((parseAmount("-0", 0) as { value: number }).value, 0)).toBe(true);
  });

  test.each([
    ["12.5", 0, "Amounts of this ledger have no decimals."],
    ["0.05", 1, "Amounts of this ledger have 1 decimal."],
    ["0.005", 2, "Amounts of this ledger have 2 decimals."],
    ["12,50", 2, "“12,50” is not an amount. Write digits, with a point before decimals."],
    ["1,2345", 0, "“1,2345” is not an amount. Write digits, with a point before decimals."],
    [".", 2, "“.” is not an amount. Write digits, with a point before decimals."],
    ["-", 2, "“-” is not an amount. Write digits, with a point before decimals."],
    ["1e3", 0, "“1e3” is not an amount. Write digits, with a point before decimals."],
    ["٣", 0, "“٣” is not an amount. Write digits, with a point before decimals."],
    ["9007199254740992", 0, "That amount is too large."],
    ["90071992547409.92", 2, "That amount is too large."],
  ])("refuses %j with %i decimals", (text, decimals, sentence) => {
    expect(parseAmount(text, decimals)).toStrictEqual({ ok: false, sentence });
  });

  test("is read as shown and as copied, to the unit", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (amount, decimals) => {
        const value = amount + 0;
        expect(parseAmount(formatAmount(value, decimals), decimals)).toStrictEqual({ ok: true, value });
        expect(parseAmount(plainAmount(value, decimals), decimals)).toStrictEqual({ ok: true, value });
      }),
    );
  });
});

describe("a typed day", () => {
  test.each([
    [" 2026-10-03 ", "from", "2026-10-03"],
    ["2026-10", "from", "2026-10-01"],
    ["2026-10", "to", "2026-10-31"],
    ["2028-02", "to", "2028-02-29"],
    ["", "to", null],
  ] as const)("reads %j as the end “%s”", (text, end, value) => {
    expect(parseDay(text, end)).toStrictEqual({ ok: true, value });
  });

  test.each([
    ["2026-02-31", "“2026-02-31” is not in the calendar: write YYYY-MM-DD or YYYY-MM."],
    ["2026-13", "“2026-13” is not in the calendar: write YYYY-MM-DD or YYYY-MM."],
    ["3 Oct", "“3 Oct” is not a date: write YYYY-MM-DD or YYYY-MM."],
  ])("refuses %j", (text, sentence) => {
    expect(parseDay(text, "from")).toStrictEqual({ ok: false, sentence });
  });
});

describe("a typed record number", () => {
  test("is read with and without grouping", () => {
    expect(parseId(" 1,204 ")).toStrictEqual({ ok: true, value: 1204 });
    expect(parseId("77")).toStrictEqual({ ok: true, value: 77 });
    expect(parseId("")).toStrictEqual({ ok: true, value: null });
  });

  test.each(["7.5", "seven", "0x10", "9007199254740992"])("refuses %j", (text) => {
    expect(parseId(text)).toStrictEqual({ ok: false, sentence: `“${text}” is not a record number.` });
  });
});
