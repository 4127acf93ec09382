/** A year as a file: on how many pages it is printed, and what its cells say after somebody typed over a figure. */
import { expect, test } from "vitest";
import { type YearReport, yearOf } from "../../../src/core/report/year.ts";
import { buildYear } from "../../../src/core/report/year-sheet.ts";
import type { FrozenWallet, Month } from "../../../src/core/review/close/close.ts";
import { untouched } from "../../../src/core/review/close/month-states.ts";
import { cellAfter, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";
import { breaksOf, pageOf } from "../../../src/main/excel/workbook/page.ts";

const MONTHS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}` as Month);

function ofWallet(currency: string, userID: number): FrozenWallet {
  const flow = { opening: 500, inflow: 0, outflow: 0, breakDifference: 0, closing: 500 };
  return { userID, businessID: null, currency, entries: 1, ...flow };
}

function yearIn(currencies: readonly string[]): YearReport {
  const months = MONTHS.map((month) => ({
    month,
    reach: "whole" as const,
    changes: 0,
    effects: [],
    undecided: { errors: 0, warnings: 0 },
    unresolved: new Map(),
    unresolvedSigned: null,
    wallets: currencies.map(ofWallet),
    standing: untouched(month),
  }));
  return {
    ...yearOf(months, null),
    name: "Harbour Goods",
    userID: 1,
    timeZone: "UTC",
    decimals: 0,
    pull: { id: 1, source: "service", atMs: 0 },
    audit: { sequence: 1, head: "ab" },
  };
}

/** How a year of so many currencies is printed. */
function printed(currencies: readonly string[]) {
  const sheet = buildYear(yearIn(currencies)).sheets[0]!;
  const { fitToWidth, fitToHeight } = pageOf(sheet, "Year", 0, "").pageSetup!;
  return { fitToWidth, fitToHeight, breaks: breaksOf(sheet).length };
}

test("a year of one or two currencies is printed on one page", () => {
  for (const currencies of [["NGN"], ["NGN", "GHS"]])
    expect(printed(currencies)).toEqual({ fitToWidth: 1, fitToHeight: 1, breaks: 0 });
});

test("a year whose letters would be below 7 points on one page goes on to the next", () => {
  const { fitToWidth, fitToHeight, breaks } = printed(["NGN", "GHS", "KES", "USD"]);
  expect([fitToWidth, fitToHeight]).toEqual([1, 0]);
  expect(breaks).toBeGreaterThan(0);
});

test("that a year foots is worked out from its figures: a sheet in which one was changed does not say so", async () => {
  const { read } = await writtenWorkbook(buildYear(yearIn(["NGN"])));
  const [[sheet, { cells }] = ["", { cells: new Map<string, never>() }]] = read.sheets;
  const at = (text: string) => [...cells].find(([, { value }]) => value === text)?.[0] ?? "";
  const foots = at("foots");
  const [, column = ""] = /^([A-Z]+)\d+$/u.exec(at("Inflows")) ?? [];
  const [, row = ""] = /^[A-Z]+(\d+)$/u.exec(at("June 2026")) ?? [];
  expect(cellAfter(read, {}, sheet, foots)).toBe("foots");
  expect(cellAfter(read, { [`${sheet}!${column}${row}`]: 7 }, sheet, foots)).toBe("does not foot");
});
