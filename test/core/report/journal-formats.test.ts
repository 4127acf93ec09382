/** Each program's file is what its published layout says, as a reader of that layout reads it; and each of its limits. */
import { describe, expect, test } from "vitest";
import {
  type JournalContent,
  assertWithinLimits,
  excelRows,
  journalText,
} from "../../../src/core/report/journal-formats.ts";
import { JOURNAL_PROGRAMS, type NumberedEntry } from "../../../src/core/review/file/journal.ts";
import type { Day } from "../../../src/core/time.ts";
import { readQbo, readSageUk, readSageUs, readXero } from "../../helpers/journals.ts";

const WORDS = 'Inflows, 3 entries "quoted", naïve';

function entry(number: string, day: string, amounts: readonly number[], account = "1200"): NumberedEntry {
  const lines = amounts.map((amount, at) => ({
    purpose: at === 0 ? "wallet" : "sales",
    account: at === 0 ? account : "40-0",
    amount,
    text: WORDS,
  }));
  return { number, day: day as Day, text: `Escrow wallet, ${day}`, lines };
}

function contentOf(entries: readonly NumberedEntry[], decimals = 2): JournalContent {
  const balances = { opening: 500, closing: 0, firstDay: "2026-08-01" as Day };
  return { entries, decimals, currency: "NGN", taxRate: "Tax Exempt", balances };
}

const AUGUST = [
  entry("202608-1-01", "2026-08-03", [1205, -1200, -5]),
  entry("202608-1-02", "2026-08-31", [-1, 1]),
];

/** What every reader has to find. */
const READ = AUGUST.map(({ day, lines }) => ({
  day,
  lines: lines.map(({ account, amount }) => ({ account, amount })),
}));

const shorn = (entries: ReturnType<typeof readQbo>) =>
  entries.map(({ day, lines }) => ({
    day,
    lines: lines.map(({ account, amount }) => ({ account, amount })),
  }));

describe("a journal is read back", () => {
  test.each([
    ["qbo", readQbo],
    ["sage50", readSageUk],
    ["sage50-us", readSageUs],
    ["xero", (text: string, decimals: number) => readXero(text, decimals, "Tax Exempt")],
  ] as const)("%s", (program, read) => {
    const entries = read(journalText(program, contentOf(AUGUST)), 2);
    expect(shorn(entries)).toEqual(READ);
    expect(entries.map(({ number }) => number.slice(0, 11))).toEqual(AUGUST.map(({ number }) => number));
    expect(shorn(read(journalText(program, contentOf(AUGUST, 0)), 0))).toEqual(READ);
  });

  test("excel", () => {
    expect(excelRows(contentOf(AUGUST)).map(({ number, debit, credit }) => [number, debit, credit])).toEqual([
      ["202608-1-01", 1205, null],
      ["202608-1-01", null, 1200],
      ["202608-1-01", null, 5],
      ["202608-1-02", null, 1],
      ["202608-1-02", 1, null],
    ]);
  });

  test("dates as each program has them", () => {
    const dateIn = (program: "qbo" | "sage50" | "sage50-us" | "xero" | "hledger") =>
      journalText(program, contentOf(AUGUST)).split("\n");
    expect(dateIn("qbo")[1]).toContain(",03/08/2026,");
    expect(dateIn("sage50")[1]).toContain(",03082026,");
    expect(dateIn("sage50-us")[1]).toMatch(/^08\/03\/26,/u);
    expect(dateIn("xero")[1]).toContain(",03/08/2026,");
    expect(dateIn("hledger")).toContain("2026-08-03 (202608-1-01) Escrow wallet, 2026-08-03");
  });
});

/** An entry of so many lines. */
function long(lines: number): NumberedEntry {
  return entry("202608-1-01", "2026-08-03", [lines - 1, ...Array.from({ length: lines - 1 }, () => -1)]);
}

describe("what a program would refuse is refused, one beyond each limit and not at it", () => {
  test.each([
    [
      "lines of Xero's file",
      "xero",
      [long(300)],
      [long(301)],
      /^Xero takes 300 lines of a file .* 301\. .*--each month$/u,
    ],
    [
      "lines of an entry in Sage US",
      "sage50-us",
      [long(560)],
      [long(561)],
      /^Sage 50 \(US\) takes 560 lines of an entry/u,
    ],
    [
      "account of Sage US",
      "sage50-us",
      [entry("1", "2026-08-03", [1, -1], "1".repeat(15))],
      [entry("1", "2026-08-03", [1, -1], "1".repeat(16))],
      /^Sage 50 \(US\) takes accounts of 15 characters/u,
    ],
    [
      "account of Sage UK",
      "sage50",
      [entry("1", "2026-08-03", [1, -1], "1".repeat(8))],
      [entry("1", "2026-08-03", [1, -1], "1".repeat(9))],
      /^Sage 50 \(UK\) takes accounts of 8 characters/u,
    ],
    [
      "account of Xero",
      "xero",
      [entry("1", "2026-08-03", [1, -1], "1".repeat(10))],
      [entry("1", "2026-08-03", [1, -1], "1".repeat(11))],
      /^Xero takes accounts of 10 characters/u,
    ],
    [
      "reference of Sage US",
      "sage50-us",
      [entry("1".repeat(20), "2026-08-03", [1, -1])],
      [entry("1".repeat(21), "2026-08-03", [1, -1])],
      /^Sage 50 \(US\) takes references of 20 characters/u,
    ],
  ] as const)("%s", (_, program, within, beyond, sentence) => {
    expect(() => journalText(program, contentOf(within))).not.toThrow();
    expect(() => journalText(program, contentOf(beyond))).toThrow(sentence);
    expect(() => assertWithinLimits("excel", contentOf(beyond))).not.toThrow();
  });

  test("decimals that no program of accounts takes", () => {
    const taking = JOURNAL_PROGRAMS.filter((program) => {
      try {
        assertWithinLimits(program, contentOf(AUGUST, 3));
        return true;
      } catch {
        return false;
      }
    });
    expect(taking).toEqual(["excel", "hledger"]);
    expect(() => assertWithinLimits("qbo", contentOf(AUGUST, 3))).toThrow(
      /^QuickBooks Online takes amounts with 2 decimals, and the ledger has 3$/u,
    );
  });

  test("long texts are cut where the program has a limit", () => {
    const [first] = AUGUST;
    if (first === undefined) throw new Error("there is one");
    const entries = [{ ...first, lines: first.lines.map((line) => ({ ...line, text: "é".repeat(400) })) }];
    expect(readSageUk(journalText("sage50", contentOf(entries)), 2)[0]?.lines[0]?.text).toHaveLength(60);
    expect(readSageUs(journalText("sage50-us", contentOf(entries)), 2)[0]?.lines[0]?.text).toHaveLength(160);
  });
});
