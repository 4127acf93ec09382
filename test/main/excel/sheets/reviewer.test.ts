import { expect, it } from "vitest";
import { REVIEWER_NOTE, REVIEWER_TICK } from "../../../../src/core/report/exceptions/exceptions.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { october, reportInput } from "../../../helpers/workbook/report.ts";
import { columnsAt, rowOf, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const COUNT = october().check.findings.filter(({ severity }) => severity !== "info").length;
const CHOICES = "open,explained,accepted,raised";

it("offers the reviewer a list beside each finding, accepts any other mark, and is where the schema requires it", async () => {
  const { read } = await writtenWorkbook(buildWorkbook(october()));
  const sheet = read.sheets.get("Exceptions")!;
  const letter = columnsAt(sheet, 7).get(REVIEWER_TICK.header)!;
  const rule = `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letter}8:${letter}${7 + COUNT}">`;
  expect(sheet.xml).toContain(
    `<dataValidations count="1">${rule}<formula1>"${CHOICES}"</formula1></dataValidation></dataValidations>`,
  );
  const order = ["</sheetData>", "<autoFilter ", "<dataValidations ", "<hyperlinks>", "<pageMargins "];
  const at = order.map((part) => sheet.xml.indexOf(part));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(at[0]).toBeGreaterThan(0);
  const lead = read.sheets.get("Lead")!.xml;
  const links = ["</sheetData>", "<conditionalFormatting ", "<hyperlinks>", "<pageMargins "].map((part) =>
    lead.indexOf(part),
  );
  expect(links).toEqual(links.toSorted((a, b) => a - b));
});

it("leaves both columns empty, in the colour of cells to fill in, on an unprotected sheet", async () => {
  const { read } = await writtenWorkbook(buildWorkbook(october()));
  const sheet = read.sheets.get("Exceptions")!;
  const columns = columnsAt(sheet, 7);
  const lead = read.sheets.get("Lead")!;
  const styles = read.parts.get("xl/styles.xml")!;
  const fillOf = (style: number) => /<cellXfs .*?<\/cellXfs>/su.exec(styles)![0].split("<xf ")[style + 1]!;
  const inputFill = /fillId="(\d+)"/u.exec(
    fillOf(lead.cells.get(`B${rowOf(lead, "Prepared by")}`)!.style),
  )![1];
  for (const { header } of [REVIEWER_TICK, REVIEWER_NOTE]) {
    const cell = sheet.cells.get(`${columns.get(header)!}8`)!;
    expect(cell.value).toBeNull();
    expect(/fillId="(\d+)"/u.exec(fillOf(cell.style))![1]).toBe(inputFill);
  }
  expect(sheet.xml).not.toContain("sheetProtection");
});

it("offers nothing where nothing was found", async () => {
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records: {} })));
  expect(read.sheets.get("Exceptions")!.xml).not.toContain("dataValidation");
});
