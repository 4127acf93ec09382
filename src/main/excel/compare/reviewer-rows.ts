/** What a reviewer typed on C1 of a workbook that came back, and who it was. */
import type { TypedFinding } from "../../../core/review/decisions/typed-review.ts";
import { TieoutError } from "../../../core/errors.ts";
import {
  exceptionColumns,
  REVIEWER_NOTE,
  REVIEWER_TICK,
} from "../../../core/report/exceptions/exceptions.ts";
import { REVIEWED_BY } from "../../../core/report/lead/month-file.ts";
import type { Workbook, SheetColumn } from "../../../core/report/sheet/model.ts";
import { SHEETS } from "../../../core/report/sheet/sheets.ts";
import { type ExpectedCell, expectedParts } from "./expected-rows.ts";
import type { FoundWorkbook } from "../read/found-workbook.ts";
import { foundValue, isSameValue, shownDate } from "./same-value.ts";
import { oneLineEnd } from "../../../core/clean-text.ts";
import { partName } from "../../../core/report/sheet/place.ts";
import type { FoundCell, FoundRow } from "../read/found-rows.ts";
import { isDateFormat } from "../read/number-format.ts";

/** What was typed in one row; '' for nothing. */
export interface ReviewerRow extends Pick<TypedFinding, "tick" | "note" | "isFormula" | "isHidden"> {
  /** `Exceptions row 12`. */
  readonly place: string;
  readonly row: number;
  /** In lower case; '' where none stands there any more. */
  readonly fingerprint: string;
  readonly cells: HeadedRow["cells"];
}

/** In the sheet's order. @throws TieoutError IMPORT_FORMAT without C1's columns; IMPORT_TOO_LARGE */
export async function readReviewerRows(found: FoundWorkbook, zone: string): Promise<ReviewerRow[]> {
  const typed: ReviewerRow[] = [];
  let hasColumns = false;
  const onHeaders = (keys: ReadonlySet<string>) => {
    hasColumns = keys.has(REVIEWER_TICK.key) || keys.has(REVIEWER_NOTE.key);
  };
  for await (const row of rowsByHeader(found, SHEETS.exceptions.name, exceptionColumns(zone), onHeaders)) {
    const [tick, note] = [row.cells.get(REVIEWER_TICK.key), row.cells.get(REVIEWER_NOTE.key)];
    const typedTick = typedText(tick, found.from1904);
    const typedNote = typedText(note, found.from1904);
    if (typedTick === "" && typedNote === "") continue;
    typed.push({
      place: `${row.sheet} row ${row.row}`,
      row: row.row,
      fingerprint: fingerprintOf(typedText(row.cells.get("fingerprint"))),
      tick: typedTick,
      note: typedNote,
      isFormula: isWorkedOut(tick) || isWorkedOut(note),
      isHidden: row.isHidden,
      cells: row.cells,
    });
  }
  if (hasColumns) return typed;
  throw new TieoutError(
    "IMPORT_FORMAT",
    `The sheet ${SHEETS.exceptions.name} has no columns ${REVIEWER_TICK.header} and ${REVIEWER_NOTE.header} beside its fingerprints`,
    { file: found.file },
  );
}

function fingerprintOf(text: string): string {
  const digits = text.toLowerCase();
  return /^[0-9a-f]{64}$/u.test(digits) ? digits : "";
}

/** Who the workbook says reviewed it; '' when it does not say. */
export async function readReviewer(found: FoundWorkbook): Promise<string> {
  for await (const rows of found.rows(SHEETS.lead.name)) {
    for (const { cells } of rows) {
      if (cells[0]?.column === 0 && cells[0].value === REVIEWED_BY) {
        const name = cells.find(({ column }) => column === 1);
        return name?.formula === null ? typedText(name) : "";
      }
    }
  }
  return "";
}

/** A row of C1 as it was exported, by the keys of its columns. */
export type ExportedRow = ReadonlyMap<
  string,
  { readonly header: string; readonly cell: ExpectedCell | null }
>;

/** What every layout shows of a finding in the same words: other columns may differ without an edit. */
const OF_EVERY_LAYOUT: ReadonlySet<string> = new Set([
  "rule",
  "message",
  "walletID",
  "payID",
  "payref",
  "expected",
  "actual",
  "difference",
]);

/**
 * The rows of C1 as they were exported, by the fingerprints of their findings.
 *
 * @param wanted fingerprints of the rows to keep
 * @param isOtherLayout whether another layout of Tieout wrote the file that they are compared with
 */
export function exportedRows(
  workbook: Workbook,
  wanted: ReadonlySet<string>,
  isOtherLayout: boolean,
): Map<string, ExportedRow> {
  const sheet = workbook.sheets.find(({ name }) => name === SHEETS.exceptions.name);
  const columns = sheet?.tables.at(-1)?.columns ?? [];
  const at = columns.findIndex(({ key }) => key === "fingerprint");
  const rows = new Map<string, ExportedRow>();
  if (sheet === undefined || at === -1) return rows;
  for (const part of expectedParts({ ...workbook, sheets: [sheet] })) {
    for (const { cells } of part.rows) {
      const fingerprint = cells[at]?.value;
      if (typeof fingerprint !== "string" || !wanted.has(fingerprint)) continue;
      rows.set(
        fingerprint,
        new Map(
          columns.flatMap(({ key, header }, column) =>
            isOtherLayout && !OF_EVERY_LAYOUT.has(key)
              ? []
              : [[key, { header, cell: cells[column] ?? null }] as const],
          ),
        ),
      );
    }
  }
  return rows;
}

/** Says which columns of a row are not as they were exported, by their headers. */
export function editedColumns({ cells }: ReviewerRow, row: ExportedRow, from1904: boolean): string[] {
  return [...row]
    .filter(([key, { cell: exported }]) => {
      if (exported?.isInput === true) return false;
      const cell = cells.get(key);
      const value = foundValue(cell?.value ?? null, exported?.kind ?? "text", from1904);
      // What a formula comes to follows other cells, which are compared themselves.
      if ((exported?.formula ?? null) !== null) return (cell?.formula ?? null) === null;
      return (cell?.formula ?? null) !== null || !isSameValue(exported?.value ?? null, value, exported?.kind);
    })
    .map(([, { header }]) => header);
}

// Rows of one table of a workbook that came back, by their headers, wherever columns and rows stand now.

interface HeadedRow {
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
async function* rowsByHeader(
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
function isWorkedOut(cell: FoundCell | undefined): boolean {
  return cell !== undefined && cell.formula !== null && truthOf(cell) === null;
}

/** As text: dates as such, formulas as they stand, never worked out. @param from1904 how days count */
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
