/** Writes a journal's file: text as it is, or one sheet as .xlsx. The same content gives the same bytes. */
import { OFFICE_RELATIONSHIPS, PACKAGE_NAMESPACE, officePackage } from "../output/office-package.ts";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXCEL_COLUMNS, type ExcelRow } from "../../../core/report/journal-formats.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import { plainAmount } from "../../../core/plain-text.ts";
import { DAY_MS } from "../../../core/time.ts";
import { cleanText } from "../../../core/clean-text.ts";
import { markupText } from "../output/markup.ts";
import { type WrittenFile, publishOrDiscard, writePending } from "../output/pending.ts";

/** A sheet for programs to read: its first row has the titles, and nothing is above it. */
export interface JournalSheet {
  readonly rows: readonly ExcelRow[];
  readonly decimals: number;
}

/**
 * Writes a journal. It takes its place at once when whole; until then, and when it fails, what was there stays.
 *
 * @param before called once the file is written, before it takes its place; what it throws keeps it from there
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to; what `before` throws
 */
export async function writeJournalFile(
  content: string | JournalSheet,
  path: string,
  before: (written: WrittenFile) => Promise<void>,
): Promise<WrittenFile> {
  const source = typeof content === "string" ? [Buffer.from(content)] : packageOf(content);
  const pending = await writePending(path, (sink) => pipeline(source, sink));
  return publishOrDiscard(pending, before);
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE_NAMESPACE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/></Types>`;
const PACKAGE_PARTS = `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_PARTS = `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE_RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`;
const WORKBOOK = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONSHIPS}"><sheets><sheet name="Journal" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The formats of cells, by their place: plain, a day, an amount, a title. */
function stylesXml(decimals: number): string {
  const amount = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="${amount}"/></numFmts>` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="4">${formatXml(0)}${formatXml(164)}${formatXml(165)}${formatXml(0, 1)}</cellXfs></styleSheet>`
  );
}
function formatXml(id: number, font = 0): string {
  return `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
}

const STYLE = { day: 1, amount: 2, title: 3 } as const;

const WIDTHS = [12, 18, 34, 16, 16, 80];

function sheetXml({ rows, decimals }: JournalSheet): string {
  const columns = WIDTHS.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  ).join("");
  const lines: readonly (readonly CellXml[])[] = [
    EXCEL_COLUMNS.map((title) => textCell(title, STYLE.title)),
    ...rows.map(({ day, number, account, debit, credit, text }) => [
      valueCell(String(serialOf(day)), STYLE.day),
      textCell(number),
      textCell(account),
      amountCell(debit, decimals),
      amountCell(credit, decimals),
      textCell(text),
    ]),
  ];
  const data = lines.map((cells, at) => {
    const row = at + 1;
    const made = cells.map((cell, column) => cell(`${columnLetters(column)}${row}`));
    return `<row r="${row}">${made.join("")}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>${data.join("")}</sheetData></worksheet>`;
}

/** A cell once it has its place; '' for an empty one. */
type CellXml = (place: string) => string;

function textCell(text: string, style = 0): CellXml {
  const content = markupText(cleanText(text));
  return (place) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
}

function valueCell(value: string, style: number): CellXml {
  return (place) => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

function amountCell(amount: number | null, decimals: number): CellXml {
  return amount === null ? () => "" : valueCell(plainAmount(amount, decimals), STYLE.amount);
}

/** Days since 1899-12-30, as sheets count them. */
function serialOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS + 25_569;
}

function packageOf(sheet: JournalSheet): Readable {
  return officePackage({
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": PACKAGE_PARTS,
    "xl/workbook.xml": WORKBOOK,
    "xl/worksheets/sheet1.xml": sheetXml(sheet),
    "xl/styles.xml": stylesXml(sheet.decimals),
    "xl/_rels/workbook.xml.rels": WORKBOOK_PARTS,
  });
}
