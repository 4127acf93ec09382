import { expect, test } from "vitest";
import type { Sheet } from "../../../src/core/report/sheet/model.ts";
import { layOut } from "../../../src/core/report/sheet/place.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { breaksOf, pageOf } from "../../../src/main/excel/workbook/page.ts";
import { manyCurrencies, october, reportInput } from "../../helpers/workbook/report.ts";

function threeWay(input: Parameters<typeof buildWorkbook>[0]): Sheet {
  const found = buildWorkbook(input).sheets.find(({ name }) => name === "Three-way");
  if (found === undefined) throw new Error("there is an A2");
  return found;
}

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

test("the proof of one currency has no parts", () => {
  expect(threeWay(october()).tables[0]?.parts).toEqual([]);
});

test("the second page of C2 repeats which item each row is about", () => {
  const sheet = buildWorkbook(october()).sheets.find(({ ref }) => ref === "C2")!;
  const wide = { ...sheet, widths: sheet.widths.map((width) => width * 1.5) };
  const { pageSetup, headerFooter } = pageOf(wide, wide.name, 0, "October");
  expect(pageSetup).toMatchObject({ fitToWidth: 2, printTitlesColumn: "A:D" });
  expect(
    sheet.tables
      .at(-1)
      ?.columns.slice(0, 4)
      .map(({ key }) => key),
  ).toEqual(["kind", "payID", "walletID", "payref"]);
  expect(headerFooter?.oddHeader).toContain("Prepared and reviewed: see A");
});
