/** D2 has what the check compared with as numbers: whoever performs it again calculates with them. */
import { expect, test } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { formatOf } from "../../../../src/main/excel/workbook/styles.ts";
import { october } from "../../../helpers/workbook/report.ts";

function limitsOf(options: { readonly tolerance: number; readonly cutoffDays: number }) {
  const workbook = buildWorkbook(october({ options, decimals: 2 }));
  const facts = workbook.sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "facts");
  const cells = new Map([...(facts?.rows() ?? [])].map(({ cells: [fact, value] }) => [fact, value]));
  return [cells.get("Option: tolerance"), cells.get("Option: cut-off days")];
}

test("states tolerance and cut-off as numbers, the tolerance as an amount, and nil as 0", () => {
  expect(limitsOf({ tolerance: 1250, cutoffDays: 9 })).toEqual([
    { value: 1250, kind: "amount" },
    { value: 9, kind: "number" },
  ]);
  expect(limitsOf({ tolerance: 0, cutoffDays: 0 })).toEqual([
    { value: 0, kind: "number" },
    { value: 0, kind: "number" },
  ]);
  expect(formatOf("number", 2)).not.toContain("–");
});
