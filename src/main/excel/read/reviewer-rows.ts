/** What a reviewer typed on C1 of a workbook that came back, and who it was. */
import { TieoutError } from "../../../core/errors.ts";
import { exceptionColumns } from "../../../core/report/exceptions/exceptions.ts";
import { REVIEWED_BY } from "../../../core/report/lead/lead.ts";
import type { Workbook } from "../../../core/report/model.ts";
import { REVIEWER_NOTE, REVIEWER_TICK } from "../../../core/report/exceptions/reviewer-columns.ts";
import { SHEETS } from "../../../core/report/sheets.ts";
import { type ExpectedCell, expectedParts } from "./compare/expected-rows.ts";
import type { FoundWorkbook } from "./file/found-workbook.ts";
import { type HeadedRow, isWorkedOut, rowsByHeader, typedText } from "./rows-by-header.ts";
import { foundValue, isSameValue } from "./compare/same-value.ts";

/** A row of C1 in which a reviewer typed something. */
export interface ReviewerRow {
  /** `Exceptions row 12`. */
  readonly place: string;
  readonly row: number;
  /** In lower case; '' where none stands there any more. */
  readonly fingerprint: string;
  /** As they were typed, '' for nothing. */
  readonly tick: string;
  readonly note: string;
  /** Whether a formula was typed into one of them. */
  readonly isFormula: boolean;
  /** Whether nobody who opens the workbook sees the row. */
  readonly isHidden: boolean;
  readonly cells: HeadedRow["cells"];
}

/**
 * All rows in which something was typed, in the order of the sheet.
 *
 * @param zone that the workbook's headers name
 * @throws TieoutError IMPORT_FORMAT when C1 does not have the columns; IMPORT_TOO_LARGE
 */
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
