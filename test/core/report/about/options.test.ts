/** D2 has what the check compared with as numbers: whoever performs it again calculates with them. */
import { expect, test } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { october } from "../../../helpers/workbook/report.ts";

test("states tolerance and cut-off as numbers, the tolerance as an amount", () => {
  const workbook = buildWorkbook(october({ options: { tolerance: 1250, cutoffDays: 9 }, decimals: 2 }));
  const facts = workbook.sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "facts");
  const cells = new Map([...(facts?.rows() ?? [])].map(({ cells: [fact, value] }) => [fact, value]));
  expect(cells.get("Option: tolerance")).toEqual({ value: 1250, kind: "amount" });
  expect(cells.get("Option: cut-off days")).toEqual({ value: 9, kind: "integer" });
});
