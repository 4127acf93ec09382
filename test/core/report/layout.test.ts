/**
 * `tieout verify --workbook` compares what came back with what this version writes. Where this test fails, an export of before would be
 * told as edited: raise WORKBOOK_LAYOUT, and write the new number and hash down here. A change that was never built into a release
 * needs the hash alone.
 */
import { expect, test } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import { WORKBOOK_LAYOUT } from "../../../src/core/report/format.ts";
import type { Workbook } from "../../../src/core/report/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { sha256 } from "../../helpers/records.ts";
import { manyCurrencies, october, oddRecords, reportInput } from "../../helpers/report.ts";

/** Everything that a workbook says, and where. */
function wholeText({ sheets, ...around }: Workbook): string {
  const written = sheets.map(({ tables, ...sheet }) => ({
    ...sheet,
    tables: tables.map((table) => ({ ...table, rows: [...table.rows()] })),
  }));
  return JSON.stringify({ ...around, sheets: written });
}

test("a workbook says the same at the same places as long as its layout has the same number", () => {
  const inputs = [
    october(),
    reportInput({ records: manyCurrencies(), month: "2026-10" }),
    reportInput({ records: oddRecords() }),
  ];
  const cells = sha256(inputs.map((input) => wholeText(buildWorkbook(input))).join("\n"));
  expect({ rules: RULES_VERSION, layout: WORKBOOK_LAYOUT, cells }).toEqual({
    rules: "2",
    layout: 2,
    cells: "a138d49f6ee909a70ced7498a373b887e136082838eb50ab1208407ed69a7462",
  });
});
