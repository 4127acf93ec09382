/** What a reviewer typed into C1 and A, read from a workbook that came back. */
import { describe, expect, test } from "vitest";
import {
  exceptionsOf,
  REVIEWER_NOTE,
  REVIEWER_TICK,
} from "../../../../src/core/report/exceptions/exceptions.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { FoundCell } from "../../../../src/main/excel/read/found-rows.ts";
import { withWorkbook } from "../../../../src/main/excel/read/found-workbook.ts";
import { numberFormat } from "../../../../src/main/excel/read/number-format.ts";
import {
  editedColumns,
  exportedRows,
  readReviewer,
  readReviewerRows,
  typedText,
} from "../../../../src/main/excel/compare/reviewer-rows.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { changeSheet, textCell, typeOver } from "../../../helpers/workbook/edited-workbook.ts";
import { october } from "../../../helpers/workbook/report.ts";
import { type ReadWorkbook, columnsAt, rowOf, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const ZONE = october().check.options.timeZone;
/** The first row of C1 below its headers. */
const FIRST = 8;

const written = useShared(async () => writtenWorkbook(buildWorkbook(october())));

/** A cell of C1 by its header, on one of its parts. */
function at(header: string, row = FIRST, sheet = "Exceptions", { sheets }: ReadWorkbook = written().read) {
  return `${sheet}!${columnsAt(sheets.get(sheet)!, 7).get(header)!}${row}`;
}

/** Types texts into cells. */
function typed(texts: Readonly<Record<string, string>>, path = written().path): string {
  const cells = Object.entries(texts).map(([cell, text]) => [cell, textCell(cell.split("!")[1]!, text)]);
  return typeOver(path, Object.fromEntries(cells) as Record<string, string>);
}

const rowsOf = (path: string) => withWorkbook(path, async (found) => readReviewerRows(found, ZONE));

describe("rows in which something was typed", () => {
  test("are read from every part of the sheet", async () => {
    const { path, read } = await writtenWorkbook(buildWorkbook(october(), 12));
    const cells = ["Exceptions", "Exceptions (2)"].map((sheet) =>
      at(REVIEWER_NOTE.header, FIRST, sheet, read),
    );
    const rows = await rowsOf(typed(Object.fromEntries(cells.map((cell) => [cell, "Seen."])), path));
    expect(rows.map(({ place, note }) => [place, note])).toEqual([
      ["Exceptions row 8", "Seen."],
      ["Exceptions (2) row 8", "Seen."],
    ]);
  });

  test("are read where one of the two columns is gone", async () => {
    const noted = typed({ [at(REVIEWER_NOTE.header)]: "Seen." });
    const file = changeSheet(noted, "Exceptions", (xml) => xml.replace(REVIEWER_TICK.header, "Mine"));
    expect(await rowsOf(file)).toMatchObject([{ row: FIRST, tick: "", note: "Seen." }]);
  });

  test("have their fingerprint in small letters, however it is written", async () => {
    const { fingerprint } = exceptionsOf(october().check.findings)[0]!;
    const cells = { [at("Fingerprint")]: fingerprint.toUpperCase(), [at(REVIEWER_TICK.header)]: "x" };
    expect(await rowsOf(typed(cells))).toMatchObject([{ fingerprint }]);
  });
});

describe("a row whose words or figures are not as they were exported", () => {
  const SHOWN = [
    "No.",
    "Severity",
    "Rule",
    "What was found",
    "walletID",
    "payID",
    "Payref",
    "Expected",
    "Actual",
    "Difference",
    "At stake",
    "Counted",
    "Counted with no.",
    "Cause",
    "Candidates",
    `Dated (${ZONE})`,
    "Days open",
    "Status",
    "Decision",
    "By",
    `When (${ZONE})`,
    "Note",
    "Adds to",
  ];
  const edited = (path: string) =>
    withWorkbook(path, async (found) => {
      const [row] = await readReviewerRows(found, ZONE);
      const rows = exportedRows(buildWorkbook(october()), new Set([row!.fingerprint]), false);
      return editedColumns(row!, rows.get(row!.fingerprint)!, found.from1904);
    });

  test("names each column that was typed over", async () => {
    const ticked = typed({ [at(REVIEWER_TICK.header)]: "x" });
    expect(await edited(ticked)).toEqual([]);
    const over = Object.fromEntries(SHOWN.map((header) => [at(header), "other"]));
    expect(await edited(typed(over, ticked))).toEqual(SHOWN);
  });

  test("names a figure that was typed over its formula", async () => {
    const ticked = typed({ [at(REVIEWER_TICK.header)]: "ok" });
    expect(await edited(typeOver(ticked, { [at("Counted")]: "<v>0</v>" }))).toEqual(["Counted"]);
  });

  test("says of a ticked row that it is hidden", async () => {
    const ticked = typed({ [at(REVIEWER_TICK.header)]: "ok" });
    expect(await rowsOf(ticked)).toMatchObject([{ isHidden: false }]);
    const hidden = changeSheet(ticked, "Exceptions", (xml) =>
      xml.replace('<row r="8"', '<row r="8" hidden="1"'),
    );
    expect(await rowsOf(hidden)).toMatchObject([{ isHidden: true }]);
  });

  test("names one that holds a formula, whatever that comes to", async () => {
    const { rule } = exceptionsOf(october().check.findings)[0]!;
    const cell = at("Rule");
    const [, reference = ""] = cell.split("!");
    const file = typeOver(typed({ [at(REVIEWER_TICK.header)]: "x" }), {
      [cell]: `<c r="${reference}" t="str"><f>"${rule}"</f><v>${rule}</v></c>`,
    });
    expect(await edited(file)).toEqual(["Rule"]);
  });
});

test("a reviewer's name that is worked out by a formula is none", async () => {
  const { path, read } = written();
  const cell = `B${rowOf(read.sheets.get("Lead")!, "Reviewed by")}`;
  const readName = (file: string) => withWorkbook(file, readReviewer);
  expect(await readName(typed({ [`Lead!${cell}`]: "Bola Ade" }))).toBe("Bola Ade");
  const formula = `<c r="${cell}" t="str"><f>"Bola "&amp;"Ade"</f><v>Bola Ade</v></c>`;
  expect(await readName(typeOver(path, { [`Lead!${cell}`]: formula }))).toBe("");
});

describe("what was typed, as text", () => {
  const cell = (value: FoundCell["value"], format = "General"): FoundCell => ({
    column: 0,
    value,
    formula: null,
    style: {
      format: numberFormat(format),
      shown: { ink: [0, 0, 0], size: 11, behind: [[255, 255, 255]] },
      isUnseen: false,
      isRepeated: false,
      oddFont: null,
    },
    parts: null,
    oddFont: null,
  });

  test("reads a date by the calendar of its workbook, and a number that is no date as it is", () => {
    expect(typedText(cell(46_266, "yyyy-mm-dd"))).toBe("2026-09-01");
    expect(typedText(cell(44_804, "yyyy-mm-dd"), true)).toBe("2026-09-01");
    expect(typedText(cell(44_804, "[Red]0"), true)).toBe("44804");
  });

  test("has one kind of line end, and no blanks around it", () => {
    expect(typedText(cell(" one\r\ntwo\rthree "))).toBe("one\ntwo\nthree");
  });
});
