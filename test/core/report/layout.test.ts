/**
 * `tieout verify --workbook` compares what came back with what this version writes. An export of before would be told as edited where
 * this version writes anything else under the same number of the layout.
 */
import { expect, test } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import { WORKBOOK_LAYOUT } from "../../../src/core/report/sheet/format.ts";
import type { Workbook } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { dollarsInNaira } from "../../helpers/ledgers/currency-world.ts";
import { entry, sale, sha256, task } from "../../helpers/records.ts";
import { milestone } from "../oracle/worked/details.ts";
import { manyCurrencies, october, oddRecords, reportInput } from "../../helpers/workbook/report.ts";

/** Everything that a workbook says, and where. */
function wholeText({ sheets, ...around }: Workbook): string {
  const written = sheets.map(({ tables, ...sheet }) => ({
    ...sheet,
    tables: tables.map((table) => ({ ...table, rows: [...table.rows()] })),
  }));
  return JSON.stringify({ ...around, sheets: written });
}

const WHAT_TO_DO = `The workbook says something else than before, or elsewhere, or the rules have another version.
1. If that was not meant, take it back: "git diff main -- src/core" shows what did it.
2. If a version that people have wrote layout ${WORKBOOK_LAYOUT} already (CHANGELOG.md says since which), raise
   WORKBOOK_LAYOUT in src/core/report/sheet/format.ts by one, and write it as "layout" at the end of this test. If none did, leave it.
3. Write the hash below as "cells" at the end of this test.
`;

test("a layout with the same number has the same values in the same places", () => {
  // Dollars of which nothing is due yet lie in a block of naira; another payment was settled and deleted.
  const came = [
    entry(4, { debit: 250, balance: 2350, payref: "PAY-4", businessID: 8 }),
    entry(5, { debit: 40, balance: 2390, payref: "PAY-5" }),
  ];
  const tasks = [task(900, { isComplete: 0, dateCompletedAtMs: null })];
  const transactions = [
    sale(4, 250, { businessID: 8, isDeleted: 1 }),
    milestone(5, tasks, {}, { currency: "USD" }),
  ];
  const apart = dollarsInNaira(600, { entries: came, transactions });
  const inputs = [
    october(),
    reportInput({ records: manyCurrencies(), month: "2026-10" }),
    reportInput({ records: oddRecords() }),
    reportInput({ records: apart, month: "2026-10" }),
  ];
  const cells = sha256(inputs.map((input) => wholeText(buildWorkbook(input))).join("\n"));
  const now = { rules: RULES_VERSION, layout: WORKBOOK_LAYOUT, cells };
  const known = {
    rules: "3",
    layout: 5,
    cells: "3ffae5820d357d7a2f86ad05267091371939805a2c2d0db871bc918c63d58351",
  };
  const isSame = JSON.stringify(now) === JSON.stringify(known);
  expect(isSame ? "" : `${WHAT_TO_DO}Now it is ${JSON.stringify(now)}`).toBe("");
});
