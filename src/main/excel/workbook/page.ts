/** How a sheet looks: frozen header, landscape, headers repeated, no letter below 7 points. */
import {
  HEADING_ROWS,
  type Sheet,
  type SheetTable,
  type CellPlace,
  type Row,
  type Workbook,
} from "../../../core/report/sheet/model.ts";
import { layOut, columnLetters, partName } from "../../../core/report/sheet/place.ts";
import { LINE_POINTS, linesIn, wrappedColumns } from "./rows.ts";
import type { AddWorksheetOptions } from "exceljs";
import { cleanText } from "../../../core/clean-text.ts";
import { tabColor, type LineStyle } from "./styles.ts";

// Page breaks of a sheet of several tables: before each table that would be split.

/** What a title, a header and the row that parts tables take, in points. */
const TITLE = 16.5;
const HEADER_AND_GAP = 28 + 15;
/** A row of one line says no height, and takes the sheet's. */
const ROW = 15;
const HEADING = HEADING_ROWS * 19;
/** A table of more rows is longer than any page. */
const MOST_ROWS = 90;
/** Less than this of a long table at the foot of a page is no beginning. */
const LEAST = 120;

/**
 * The rows that begin a page. A table that fits on a page stands on one; a longer one is torn, and of the
 * last one each page repeats the header.
 *
 * @param page how many points of the sheet a page holds, once it is scaled
 */
function pageBreaks(sheet: Sheet, page: number): number[] {
  if (sheet.tables.length === 1) return [];
  const rows = layOut(sheet.tables);
  const breaks: number[] = [];
  let used = HEADING;
  const take = (height: number, firstRow: number, isFirst: boolean) => {
    const isTorn = used + (height > page ? LEAST : height) > page;
    if (isTorn && !isFirst) {
      breaks.push(firstRow);
      used = 0;
    }
    used = (used + height) % page;
  };
  for (const [at, table] of sheet.tables.entries()) {
    const { header = 1, first = 1 } = rows[at] ?? {};
    const around = aroundOf(table);
    for (const [part, points] of pointsOfPage(sheet, table).entries()) {
      const height = points + (part === 0 ? around : 0);
      const start =
        part === 0 ? header - (table.title === null ? 0 : 1) : first + (table.parts[part - 1] ?? 0);
      take(height, start, at === 0 && part === 0);
    }
  }
  return breaks;
}

/** How high a sheet is, in points before it is scaled. */
function heightOf(sheet: Sheet): number {
  return sheet.tables
    .map((table) => aroundOf(table) + pointsOfPage(sheet, table).reduce((sum, points) => sum + points, 0))
    .reduce((sum, height) => sum + height, HEADING);
}

/** What a table takes besides its rows, in points. */
function aroundOf({ title }: SheetTable): number {
  return HEADER_AND_GAP + (title === null ? 0 : TITLE);
}

/** What the rows of each of its parts take. */
function pointsOfPage({ widths }: Sheet, table: SheetTable): number[] {
  if (table.count > MOST_ROWS && table.parts.length === 0) return [table.count * ROW];
  const wrapped = wrappedColumns(table.columns, widths);
  const points = [table.count === 0 ? ROW : 0];
  let row = 0;
  for (const content of table.rows()) {
    if (table.parts.includes(row)) points.push(0);
    const lines = linesIn(content, wrapped);
    points.push((points.pop() ?? 0) + (lines === 1 ? ROW : lines * LINE_POINTS));
    row += 1;
  }
  return points;
}

/** Paper in Excel's numbers, and what stands between the margins: pixels a line, points a page. */
const A4 = { size: 9, pixels: 1045, points: 516 };
const A3 = { size: 8, pixels: 1510, points: 762 };

/** Letters are 10 points and may shrink to 7. */
const LEAST_SCALE = 0.7;

/** Columns by their index, or rows by their number: those from `from` on, and none from `to` on. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Paper {
  readonly size: number;
  /** The columns of each of the pages that stand beside each other. */
  readonly beside: readonly Span[];
  /** How many pages below each other hold all rows; 0 for as many as there are. */
  readonly high: 0 | 1;
  /** How many points of the sheet a page holds from top to bottom. */
  readonly points: number;
}

/** On which paper, and on how many pages beside each other, a sheet's letters are large enough. */
function paperOf(sheet: Sheet): Paper {
  const { widths, printed, onePage } = sheet;
  const fits = (pixels: number, { pixels: line }: typeof A4) => pixels * LEAST_SCALE <= line;
  const all = pixelsOf(widths.slice(0, printed));
  const beside = [{ from: 0, to: printed }];
  const points = (paper: typeof A4) => paper.points * Math.max(1, all / paper.pixels);
  const height = onePage ? heightOf(sheet) : Infinity;
  const whole = [A4, A3].find((paper) => fits(all, paper) && height * LEAST_SCALE <= paper.points);
  if (whole !== undefined) return { size: whole.size, beside, high: 1, points: height };
  if (fits(all, A4)) return { size: A4.size, beside, high: 0, points: points(A4) };
  if (fits(all, A3)) return { size: A3.size, beside, high: 0, points: points(A3) };
  return { size: A3.size, beside: pagesBeside(sheet), high: 0, points: A3.points };
}

/** Of each column the pixels of its digits, and the air around them. */
function pixelsOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + Math.ceil(one * 7) + 5, 0);
}

/** How many columns from A on stand again on a page beside the first. */
function repeatedColumns({ frozenColumns }: Sheet): number {
  return Math.max(1, frozenColumns);
}

/** The fewest pages that hold all columns, and of those the ones that shrink least. */
function pagesBeside(sheet: Sheet): Span[] {
  let pixels = A3.pixels / LEAST_SCALE;
  let pages = columnsWithin(sheet, pixels);
  for (;;) {
    pixels -= 10;
    const narrower = columnsWithin(sheet, pixels);
    if (pixels <= 0 || narrower.length > pages.length) return pages;
    pages = narrower;
  }
}

/** Pages of at most so many pixels, but for a column that is wider by itself. */
function columnsWithin(sheet: Sheet, pixels: number): Span[] {
  const again = pixelsOf(sheet.widths.slice(0, repeatedColumns(sheet)));
  const pages: Span[] = [];
  let from = 0;
  let used = 0;
  for (let at = 0; at < sheet.printed; at += 1) {
    const column = pixelsOf(sheet.widths.slice(at, at + 1));
    if (used + column > pixels && at > from && at >= repeatedColumns(sheet)) {
      pages.push({ from, to: at });
      from = at;
      used = again;
    }
    used += column;
  }
  return [...pages, { from, to: sheet.printed }];
}

/** The rows of a sheet's first part that begin a page. */
export function breaksOf(sheet: Sheet): number[] {
  return pageBreaks(sheet, paperOf(sheet).points);
}

/** Payrefs and session ids of digits are meant as texts: no green corners for them. */
const TEXT_MAY_BE_DIGITS =
  '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>';

/** The last of a sheet's XML. @param breaks rows that begin a page, ascending */
export function sheetTail(breaks: readonly number[]): string {
  if (breaks.length === 0) return TEXT_MAY_BE_DIGITS;
  const each = breaks.map((row) => `<brk id="${row - 1}" max="16383" man="1"/>`).join("");
  const count = `count="${breaks.length}" manualBreakCount="${breaks.length}"`;
  return `<rowBreaks ${count}>${each}</rowBreaks>${TEXT_MAY_BE_DIGITS}`;
}

/** The row of the last table's header on a sheet's first part; later parts have it below the heading. */
function headerRowOf({ tables }: Sheet, part: number): number {
  return part > 0 ? HEADING_ROWS + 1 : (layOut(tables).at(-1)?.header ?? HEADING_ROWS + 1);
}

/** @param name the part's name, e.g. `Wallet (2)` @param footer what stands in the middle below each page */
export function pageOf(
  sheet: Sheet,
  name: string,
  part: number,
  footer: string,
): Partial<AddWorksheetOptions> {
  const header = headerRowOf(sheet, part);
  const { ref, frozenColumns, filtered } = sheet;
  const paper = paperOf(sheet);
  const split = filtered && sheet.tables.length === 1 ? header : HEADING_ROWS;
  return {
    properties: { tabColor: { argb: tabColor(ref) } },
    views: [
      {
        state: "frozen",
        xSplit: frozenColumns,
        ySplit: split,
        topLeftCell: `${columnLetters(frozenColumns)}${split + 1}`,
        showGridLines: false,
      },
    ],
    pageSetup: {
      paperSize: paper.size,
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: paper.high,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.25, footer: 0.3 },
    },
    headerFooter: headerAndFooter(sheet, name, footer),
  };
}

/** What a workbook calls the ranges that a sheet prints, and those that each of its pages repeats. */
export interface PrintName {
  readonly name: `_xlnm.Print_${"Area" | "Titles"}`;
  readonly ranges: readonly string[];
}

/** The rows that a sheet's part ends with. */
interface WrittenEnd {
  readonly lastRow: number;
  /** The last one that is no footing. */
  readonly lastRecord: number;
  readonly totals: Readonly<TotalRows>;
}

/** Rows of totals, footings among them, by their number. */
export type TotalRows = Map<number, Row>;

/**
 * Columns that need several pages are an area for each: the heading is on the first alone, as on others it would be cut
 * to the columns that are repeated. Areas end with the rows: gnumeric prints every row of whole columns, a million.
 * A footing is left out beside, where it has nothing.
 */
export function printNames(
  sheet: Sheet,
  name: string,
  part: number,
  { lastRow, lastRecord, totals }: WrittenEnd,
): PrintName[] {
  const { beside } = paperOf(sheet);
  const header = headerRowOf(sheet, part);
  const area = ({ from, to }: Span, rows: Span) =>
    `'${name}'!$${columnLetters(from)}$${rows.from}:$${columnLetters(to - 1)}$${rows.to - 1}`;
  // The last table is the one that runs over pages; those before it end on the first ones.
  const rows = `'${name}'!$${header}:$${header}`;
  const columns = `'${name}'!$A:$${columnLetters(repeatedColumns(sheet) - 1)}`;
  const ranges = beside.length > 1 ? [columns, rows] : [rows];
  const titles: PrintName = { name: "_xlnm.Print_Titles", ranges };
  if (beside.length === 1 && sheet.printed === sheet.widths.length) return [titles];
  const areas = beside.flatMap((page) => {
    if (page.from === 0) return [area(page, { from: 1, to: lastRow + 1 })];
    const isFooted = [...totals].some(
      ([row, { cells }]) => row > lastRecord && cells.slice(page.from, page.to).some((cell) => cell !== null),
    );
    return rowsBeside(sheet, part, isFooted ? lastRow : lastRecord).map((own) => area(page, own));
  });
  return [{ name: "_xlnm.Print_Area", ranges: areas }, titles];
}

/** The rows of a page beside the first: tables, without titles that are longer than the columns that it repeats. */
function rowsBeside(sheet: Sheet, part: number, lastRow: number): Span[] {
  const characters = sheet.widths.slice(0, repeatedColumns(sheet)).reduce((sum, width) => sum + width, 0);
  const spans: Span[] = [];
  let from = HEADING_ROWS + 1;
  for (const [at, { header }] of part === 0 ? layOut(sheet.tables).entries() : []) {
    if ((sheet.tables[at]?.title ?? "").length <= characters) continue;
    // Above a title is an empty row.
    if (header - 2 > from) spans.push({ from, to: header - 2 });
    from = header;
  }
  return [...spans, { from, to: lastRow + 1 }];
}

/** What stands above and below the pages of a sheet's part, as written. @param footer as `pageOf` takes it */
export function marginsOf(sheet: Sheet, name: string, footer: string): string[] {
  return Object.values(headerAndFooter(sheet, name, footer)).filter((text) => typeof text === "string");
}

/** Letters as large as those of cells: gnumeric prints the 0 of a size of 10. The first page has the sheet's own heading. */
function headerAndFooter({ ref, title }: Sheet, name: string, footer: string) {
  const below = `&L${ref}  ${name}&C${pageText(footer)}&RPage &P of &N`;
  return {
    differentFirst: true,
    firstHeader: "&L ",
    // A page beside the first has no room for the sheet's heading.
    oddHeader: `&L${ref}  ${pageText(title)}&RPrepared and reviewed: see A`,
    oddFooter: below,
    firstFooter: below,
  };
}

/** An ampersand stands for itself when doubled. */
function pageText(text: string): string {
  return cleanText(text).replaceAll("&", "&&");
}

// A sheet as lines below each other, each with its row: heading, tables one after the other, going on in the
// next part when one is full. Both the writer and the comparison of a file with its model use it.

/** A row with one text in column A, that runs over the empty cells beside it. */
export interface TextLine {
  readonly is: "text";
  /** From 1 on. */
  readonly row: number;
  readonly look: LineStyle;
  readonly text: string;
  /** The text is its result; null for a plain text. */
  readonly formula: string | null;
  /** In points; null for the height its font has. */
  readonly height: number | null;
  readonly link: CellPlace | null;
}

export type SheetLine =
  /** What follows stands on a sheet of this name. */
  | { readonly is: "part"; readonly part: number; readonly name: string }
  | TextLine
  | { readonly is: "header"; readonly row: number; readonly table: SheetTable }
  | { readonly is: "row"; readonly row: number; readonly table: SheetTable; readonly content: Row }
  /** The rows of a table on this part, both ends included, and the last of them that is no footing. */
  | {
      readonly is: "end";
      readonly table: SheetTable;
      readonly first: number;
      readonly last: number;
      readonly lastRecord: number;
    };

/** All lines of a sheet, in order; rows are asked of its tables one at a time. */
export function* linesOf(sheet: Sheet, workbook: Workbook): Generator<SheetLine> {
  let part = 0;
  yield { is: "part", part, name: partName(sheet.name, part) };
  yield* headingOf(sheet, workbook);
  let row = HEADING_ROWS + 1;
  for (const table of sheet.tables) {
    if (table.title !== null) yield textLine(row++, "section", table.title);
    yield { is: "header", row: row++, table };
    let first = row;
    let count = 0;
    for (const content of table.rows()) {
      if (row > workbook.maxRows) {
        if (row > first) yield endOf(table, first, row - 1, count);
        part += 1;
        yield { is: "part", part, name: partName(sheet.name, part) };
        yield* headingOf(sheet, workbook);
        row = HEADING_ROWS + 1;
        yield { is: "header", row: row++, table };
        first = row;
      }
      yield { is: "row", row, table, content };
      row += 1;
      count += 1;
    }
    if (count !== table.count) {
      throw new Error(`table ${table.id} of ${sheet.name} was to have ${table.count} rows, it has ${count}`);
    }
    if (row > first) yield endOf(table, first, row - 1, count);
    if (count === 0) yield textLine(row++, "note", table.empty);
    row += 1;
  }
}

/** @param count rows of the table so far */
function endOf(table: SheetTable, first: number, last: number, count: number): SheetLine {
  const feet = Math.max(0, count - (table.count - table.feet));
  return { is: "end", table, first, last, lastRecord: last - Math.min(feet, last - first + 1) };
}

/** Rows 1 to 6: the same on every sheet but for the reference and the title. */
function* headingOf(
  sheet: Sheet,
  { title, scope, source, signatures, sheets }: Workbook,
): Generator<TextLine> {
  const [first] = sheets;
  yield textLine(1, "entity", title, 21);
  yield textLine(2, "title", `${sheet.ref}   ${sheet.title}`, 17);
  yield textLine(3, "scope", scope);
  yield textLine(4, "scope", source);
  yield { ...textLine(5, "signatures", signatures.value, 20), formula: signatures.formula };
  if (first !== undefined && first !== sheet) {
    const link = { sheet: first.name, cell: "A1" };
    yield { ...textLine(6, "back", `← ${first.ref} ${first.name}`, 24), link };
  }
}

function textLine(row: number, look: LineStyle, text: string, height: number | null = null): TextLine {
  return { is: "text", row, look, text, formula: null, height, link: null };
}
