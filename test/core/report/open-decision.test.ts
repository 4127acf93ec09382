/** C1 beside a finding that somebody decided to leave open. */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { decided } from "../../helpers/ledgers/decisions.ts";
import { october } from "../../helpers/workbook/report.ts";

it("shows the note of a decision that leaves a finding open", () => {
  const orphan = october().check.findings.find(({ rule }) => rule === "orphan-payref")!;
  const decision = decided(1, orphan, { status: "open", note: "Ask again in November" });
  const { tables } = buildWorkbook(october({ decisions: [decision] })).sheets.find(
    ({ ref }) => ref === "C1",
  )!;
  const table = tables.find(({ columns }) => columns.some(({ header }) => header === "Fingerprint"))!;
  const place = (header: string) => table.columns.findIndex((column) => column.header === header);
  const line = [...table.rows()].find(({ cells }) => cells[place("Fingerprint")] === orphan.fingerprint)!;
  const shown = ["Status", "By", "Note"].map((header) => line.cells[place(header)]);
  expect(shown).toEqual(["open", "Ada Obi", "Ask again in November"]);
});
