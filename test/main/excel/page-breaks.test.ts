import { expect, test } from "vitest";
import type { Sheet } from "../../../src/core/report/sheet/model.ts";
import { columnLetters, layOut } from "../../../src/core/report/sheet/place.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { breaksOf, pageOf, printNames } from "../../../src/main/excel/workbook/page.ts";
import { manyCurrencies, october, reportInput } from "../../helpers/workbook/report.ts";

function threeWay(input: Parameters<typeof buildWorkbook>[0]): Sheet {
  const found = buildWorkbook(input).sheets.find(({ name }) => name === "Three-way");
  if (found === undefined) throw new Error("there is an A2");
  return found;
}

/** A sheet without footings. */
const endingAt = (lastRow: number) => ({ lastRow, lastRecord: lastRow, totals: new Map<number, never>() });

/** What stands in the first column at a row of a sheet; null for a row of no table. */
function textAt(sheet: Sheet, row: number): unknown {
  const rows = layOut(sheet.tables);
  for (const [at, table] of sheet.tables.entries()) {
    const { first = 0, header = 0 } = rows[at] ?? {};
    if (row === header - 1) return table.title;
    const found = [...table.rows()][row - first];
    if (row >= first && found !== undefined) return found.cells[0];
  }
  return null;
}

test("a page begins with the proof of a currency, not within one, where it fits on a page", () => {
  const sheet = threeWay(reportInput({ records: manyCurrencies(), month: "2026-10" }));
  const [proof] = sheet.tables;
  expect(proof?.parts.length).toBe(2);
  const headings = proof?.parts.map((at) => [...proof.rows()][at]?.cells[0]) ?? [];
  const begun = breaksOf(sheet).map((row) => textAt(sheet, row));
  // The first runs a few rows over its page, where the second still fits.
  expect(begun).toContain(headings.at(-1));
});

test("a table begins a page where its rows, of 15 points each as the file says, run over", () => {
  const columns = [{ key: "text", header: "Text", kind: "text" }] as const;
  const table = (id: string, count: number) => ({
    id,
    title: null,
    columns,
    count,
    feet: 0,
    parts: [],
    empty: "",
    rows: () => Array.from({ length: count }, () => ({ tone: "plain" as const, cells: ["one line"] })),
  });
  const [lead] = buildWorkbook(october()).sheets;
  const breaks = (second: number) =>
    breaksOf({ ...lead!, widths: [60], printed: 1, tables: [table("a", 10), table("b", second)] });
  expect(breaks(10)).toEqual([]);
  // 114 of the heading, 193 of the first table and 238 of the second are more than the 516 of A4.
  expect(breaks(13)).toEqual([19]);
});

test("the proof of one currency has no parts", () => {
  expect(threeWay(october()).tables[0]?.parts).toEqual([]);
});

test("a page beside the first repeats which item each row is about, without the heading that would be cut to it", () => {
  const sheets = buildWorkbook(october()).sheets.map((sheet) => ({
    ...sheet,
    widths: sheet.widths.map((width) => width * 2),
  }));
  const printed = (ref: string) => {
    const sheet = sheets.find((one) => one.ref === ref)!;
    const [area, titles] = printNames(sheet, ref, 0, endingAt(40)).map(({ name, ranges }) => [
      name,
      ...ranges,
    ]);
    expect(area?.[0]).toBe("_xlnm.Print_Area");
    const [first = "", ...beside] = area!.slice(1);
    expect(first).toMatch(new RegExp(`^'${ref}'!\\$A\\$1:`, "u"));
    for (const one of beside) expect(one).toMatch(/\$[B-Z]+\$([7-9]|[1-9]\d):\$[A-Z]+\$\d+$/u);
    expect(beside.length).toBeGreaterThan(0);
    return { again: titles![1], keys: sheet.tables.at(-1)!.columns.map(({ key }) => key) };
  };
  const outstanding = printed("C2");
  expect(outstanding.again).toBe("'C2'!$A:$D");
  expect(outstanding.keys.slice(0, 4)).toEqual(["kind", "payID", "walletID", "payref"]);
  const changes = printed("C3");
  expect(changes.again).toBe("'C3'!$A:$F");
  expect(changes.keys.slice(3, 6)).toEqual(["walletID", "payID", "payref"]);
  expect(printed("C1").again).toBe("'C1'!$A:$A");
  // A sheet whose columns do not freeze still says on each page what its rows are.
  expect(printed("A2").again).toBe("'A2'!$A:$A");
});

test("a page beside the first has no title of a table that would be cut to the columns that are repeated", () => {
  const input = october();
  const { sheets } = buildWorkbook(reportInput({ records: manyCurrencies(), month: "2026-10" }));
  for (const sheet of [...sheets, ...buildWorkbook(input).sheets]) {
    const wide = { ...sheet, widths: sheet.widths.map((width) => width * 2) };
    const again = wide.frozenColumns || 1;
    const characters = wide.widths.slice(0, again).reduce((sum, width) => sum + width, 0);
    const [area] = printNames(wide, wide.name, 0, endingAt(500));
    if (area?.name !== "_xlnm.Print_Area") continue;
    const spans = area.ranges.slice(1).map((range) => {
      const [from = 0, to = 0] = [...range.matchAll(/\$(\d+)/gu)].map(([, row]) => Number(row));
      return { from, to };
    });
    for (const [at, { header }] of layOut(wide.tables).entries()) {
      const title = wide.tables[at]?.title ?? "";
      const isThere = (row: number) => spans.some(({ from, to }) => from <= row && row <= to);
      expect([sheet.ref, title, isThere(header)]).toEqual([sheet.ref, title, true]);
      expect(title.length > characters && isThere(header - 1)).toBe(false);
    }
  }
});

test("a page beside the first has footings only where they have something in its columns", () => {
  const sheet = buildWorkbook(october()).sheets.find(({ ref }) => ref === "C1")!;
  const foot = [...sheet.tables[0]!.rows()].at(-1)!;
  expect([foot.tone, sheet.tables[0]!.feet]).toEqual(["total", 1]);
  const end = { lastRow: 40, lastRecord: 39, totals: new Map([[40, foot]]) };
  const lastRows = printNames(sheet, "C1", 0, end)[0]!.ranges.map((range) => /\d+$/u.exec(range)![0]);
  expect(lastRows).toEqual(["40", "39"]);
  const wide = { ...foot, cells: foot.cells.map(() => 1) };
  const printed = printNames(sheet, "C1", 0, { ...end, totals: new Map([[40, wide]]) });
  expect(printed[0]!.ranges.map((range) => /\d+$/u.exec(range)![0])).toEqual(["40", "40"]);
});

test("pages beside each other hold every printed column once, and none is wider than paper", () => {
  const sheet = buildWorkbook(october()).sheets.find(({ ref }) => ref === "C1")!;
  const [area] = printNames(sheet, sheet.name, 0, endingAt(40));
  const columns = Array.from(sheet.widths, (_, at) => columnLetters(at));
  const spans = area!.ranges.map((range) => {
    const [, from = "", to = ""] = /!\$([A-Z]+)\$\d+:\$([A-Z]+)\$/u.exec(range) ?? [];
    return columns.slice(columns.indexOf(from), columns.indexOf(to) + 1);
  });
  expect(spans.flat()).toEqual(columns.slice(0, sheet.printed));
  for (const span of spans) {
    const characters = span.reduce((sum, letter) => sum + sheet.widths[columns.indexOf(letter)]!, 0);
    expect(characters * 7 * 0.7).toBeLessThan(1510);
  }
});

test("pages say that names are on A, in no size of letters: gnumeric prints a part of it", () => {
  const sheet = buildWorkbook(october()).sheets.find(({ ref }) => ref === "C2")!;
  const { headerFooter } = pageOf(sheet, sheet.name, 0, "October");
  expect(headerFooter?.oddHeader).toContain("&RPrepared and reviewed: see A");
  expect(headerFooter?.oddFooter).toBe("&LC2  Outstanding&COctober&RPage &P of &N");
});

test("no word of a column's header is wider than the column, in bold", () => {
  for (const input of [october(), reportInput({ records: manyCurrencies(), month: "2026-10" })]) {
    for (const { ref, tables, widths } of buildWorkbook(input).sheets) {
      const headers = tables.flatMap(({ columns }) => columns.map(({ header }, at) => ({ header, at })));
      const torn = headers.filter(({ header, at }) =>
        header.split(" ").some(({ length }) => length >= widths[at]!),
      );
      expect([ref, torn]).toEqual([ref, []]);
    }
  }
});
