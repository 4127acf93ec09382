/** Rows of one table of a workbook that came back, by their headers, wherever columns and rows stand now. */
import { oneLineEnd } from "../../../core/text/clean-text.ts";
import type { SheetColumn } from "../../../core/report/model.ts";
import { partName } from "../../../core/report/place.ts";
import type { FoundCell, FoundRow } from "./file/found-rows.ts";
import { isDateFormat } from "./look/number-format.ts";
import { foundValue } from "./compare/same-value.ts";
import { shownDate } from "./compare/shown-value.ts";
import type { FoundWorkbook } from "./file/found-workbook.ts";

export interface HeadedRow {
  readonly sheet: string;
  /** From 1 on. */
  readonly row: number;
  readonly isHidden: boolean;
  /** Cells that hold something, by their column's key. */
  readonly cells: ReadonlyMap<string, FoundCell>;
}

/**
 * Rows below the headers of a table, on all parts of its sheet.
 *
 * @param columns of the table; the last of them tells its header row from others
 * @param onHeaders told which columns each header row has, by their keys
 * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
 */
export async function* rowsByHeader(
  found: FoundWorkbook,
  sheet: string,
  columns: readonly SheetColumn[],
  onHeaders: (keys: ReadonlySet<string>) => void,
): AsyncGenerator<HeadedRow> {
  const last = columns.at(-1)?.key ?? "";
  for (let part = 0; found.sheets.includes(partName(sheet, part)); part += 1) {
    const name = partName(sheet, part);
    let keys: ReadonlyMap<number, string> | null = null;
    for await (const rows of found.rows(name)) {
      for (const row of rows) {
        const headers = headersOf(row, columns);
        if ([...headers.values()].includes(last)) {
          keys = headers;
          onHeaders(new Set(headers.values()));
        } else if (keys !== null) yield keyedRow(name, row, keys);
      }
    }
  }
}

/** Keys by the place of their column. */
function headersOf({ cells }: FoundRow, columns: readonly SheetColumn[]): Map<number, string> {
  const keys = new Map<number, string>();
  for (const { column, value } of cells) {
    const found = columns.find(({ header }) => header !== "" && header === value);
    if (found !== undefined) keys.set(column, found.key);
  }
  return keys;
}

function keyedRow(
  sheet: string,
  { row, cells, hidden }: FoundRow,
  keys: ReadonlyMap<number, string>,
): HeadedRow {
  const keyed = new Map<string, FoundCell>();
  for (const cell of cells) {
    const key = keys.get(cell.column);
    if (key !== undefined) keyed.set(key, cell);
  }
  return { sheet, row, isHidden: hidden !== null, cells: keyed };
}

/** TRUE or FALSE of a cell that was typed so; LibreOffice saves it as a formula. */
function truthOf({ formula }: FoundCell): "TRUE" | "FALSE" | null {
  const [, word] = /^\s*(TRUE|FALSE)\s*(?:\(\s*\))?\s*$/iu.exec(formula?.text ?? "") ?? [];
  return word === undefined ? null : word.toUpperCase() === "TRUE" ? "TRUE" : "FALSE";
}

/** Whether a formula is there that is more than a truth. */
export function isWorkedOut(cell: FoundCell | undefined): boolean {
  return cell !== undefined && cell.formula !== null && truthOf(cell) === null;
}

/**
 * What a person typed into a cell, as text: a date as one, a formula as it stands, for nothing that was typed
 * is ever worked out.
 *
 * @param from1904 whether the file counts days from 1904 on
 */
export function typedText(cell: FoundCell | undefined, from1904 = false): string {
  if (cell === undefined) return "";
  const truth = truthOf(cell);
  if (truth !== null) return truth;
  if (cell.formula !== null) return `=${cell.formula.text}`;
  if (typeof cell.value === "number" && isDateFormat(cell.style.format)) {
    return shownDate(Number(foundValue(cell.value, "instant", from1904)), "day") ?? String(cell.value);
  }
  if (typeof cell.value === "boolean") return cell.value ? "TRUE" : "FALSE";
  return cell.value === null ? "" : oneLineEnd(String(cell.value)).trim();
}
