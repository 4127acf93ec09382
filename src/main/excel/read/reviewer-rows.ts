/** What a reviewer typed on C1 of a workbook that came back, and who it was. */
import { TieoutError } from "../../../core/errors.ts";
import type { Finding } from "../../../core/reconcile/result/findings.ts";
import { exceptionColumns } from "../../../core/report/exceptions/exceptions.ts";
import { REVIEWED_BY } from "../../../core/report/lead/lead.ts";
import type { CellValue } from "../../../core/report/model.ts";
import { REVIEWER_NOTE, REVIEWER_TICK } from "../../../core/report/exceptions/reviewer-columns.ts";
import { SHEETS } from "../../../core/report/sheets.ts";
import { ZoneClock } from "../../../core/time.ts";
import { ExcelValues } from "../workbook/excel-values.ts";
import { heldCell } from "./compare/expected-rows.ts";
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

/** What of a finding its row on C1 shows: the words and figures that a reviewer goes by. */
const SHOWN = [
  "rule",
  "message",
  "walletID",
  "payID",
  "payref",
  "expected",
  "actual",
  "difference",
] as const satisfies readonly (keyof Finding)[];

/** Says which columns of a row are not as a finding was exported, by their headers. */
export class ShownFindings {
  readonly #held: ExcelValues;
  readonly #from1904: boolean;
  readonly #columns;

  constructor({ from1904 }: FoundWorkbook, timeZone: string, decimals: number) {
    this.#held = new ExcelValues(SHEETS.exceptions.name, { clock: new ZoneClock(timeZone), decimals });
    this.#from1904 = from1904;
    const columns = exceptionColumns(timeZone);
    this.#columns = SHOWN.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  }

  editedIn({ cells, place }: ReviewerRow, finding: Pick<Finding, (typeof SHOWN)[number]>): string[] {
    return this.#columns
      .filter(({ key, kind }) => {
        const value: CellValue = finding[key as (typeof SHOWN)[number]] ?? null;
        const cell = cells.get(key);
        const exported = heldCell(value, kind, this.#held, place);
        const found = foundValue(cell?.value ?? null, kind, this.#from1904);
        return (cell?.formula ?? null) !== null || !isSameValue(exported, found);
      })
      .map(({ header }) => header);
  }
}
