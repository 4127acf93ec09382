/** Where a sheet of several tables goes on to the next page: before a table that would be torn. */
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
 * The rows that begin a page. A table that fits on a page stands on one; a longer one is torn, and of the last
 * one each page repeats the header.
 *
 * @param page how many points of the sheet a page holds, once it is scaled
 */
export function pageBreaks(sheet: Sheet, page: number): number[] {
  if (sheet.tables.length === 1) return [];
  const rows = layOut(sheet.tables);
  const breaks: number[] = [];
  let used = HEADING;
  for (const [at, table] of sheet.tables.entries()) {
    const height = heightOf(sheet, table);
    const isLong = height > page;
    const isTorn = used + (isLong ? LEAST : height) > page;
    if (isTorn && at > 0) {
      breaks.push((rows[at]?.header ?? 1) - (table.title === null ? 0 : 1));
      used = 0;
    }
    used = (used + height) % page;
  }
  return breaks;
}

function heightOf({ widths }: Sheet, table: SheetTable): number {
  const around = HEADER_AND_GAP + (table.title === null ? 0 : TITLE);
  if (table.count > MOST_ROWS) return around + table.count * LINE_POINTS;
  const wrapped = wrappedColumns(table.columns, widths);
  let lines = table.count === 0 ? 1 : 0;
  for (const { cells } of table.rows()) lines += linesIn(cells, wrapped);
  return around + lines * LINE_POINTS;
}
