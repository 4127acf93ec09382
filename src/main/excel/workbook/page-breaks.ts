/** Page breaks of a sheet of several tables: before each table that would be split. */
import { HEADING_ROWS, type Sheet, type SheetTable } from "../../../core/report/model.ts";
import { layOut } from "../../../core/report/place.ts";
import { LINE_POINTS, linesIn, wrappedColumns } from "./rows.ts";

/** What a title, a header and the row that parts tables take, in points. */
const TITLE = 14;
const HEADER_AND_GAP = 24 + 14;
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
export function pageBreaks(sheet: Sheet, page: number): number[] {
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
    for (const [part, lines] of linesOf(sheet, table).entries()) {
      const height = lines * LINE_POINTS + (part === 0 ? around : 0);
      const start =
        part === 0 ? header - (table.title === null ? 0 : 1) : first + (table.parts[part - 1] ?? 0);
      take(height, start, at === 0 && part === 0);
    }
  }
  return breaks;
}

/** How high a sheet is, in points before it is scaled. */
export function heightOf(sheet: Sheet): number {
  return sheet.tables
    .map(
      (table) => aroundOf(table) + LINE_POINTS * linesOf(sheet, table).reduce((sum, lines) => sum + lines, 0),
    )
    .reduce((sum, height) => sum + height, HEADING);
}

/** What a table takes besides its rows, in points. */
function aroundOf({ title }: SheetTable): number {
  return HEADER_AND_GAP + (title === null ? 0 : TITLE);
}

/** How many lines each part of a table takes. */
function linesOf({ widths }: Sheet, table: SheetTable): number[] {
  if (table.count > MOST_ROWS && table.parts.length === 0) return [table.count];
  const wrapped = wrappedColumns(table.columns, widths);
  const lines = [table.count === 0 ? 1 : 0];
  let row = 0;
  for (const { cells } of table.rows()) {
    if (table.parts.includes(row)) lines.push(0);
    lines.push((lines.pop() ?? 0) + linesIn(cells, wrapped));
    row += 1;
  }
  return lines;
}
