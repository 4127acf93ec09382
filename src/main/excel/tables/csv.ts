/** The tables as CSV (RFC 4180), with a byte order mark so that Excel reads them as UTF-8. */
import { TieoutError } from "../../../core/errors.ts";
import type { Row, SheetColumn, SheetTable, Workbook } from "../../../core/report/model.ts";
import {
  CSV_BEGINNING,
  csvField,
  csvLine,
  plainAmount,
  plainInstant,
} from "../../../core/report/words/plain-text.ts";
import { ZoneClock } from "../../../core/time.ts";
import type { WriteOptions } from "../progress.ts";
import { type WrittenTables, cellValue, writeTables } from "./tables.ts";

/**
 * Writes one .csv per table: headers as in the workbook, amounts plain, times on the zone's wall clock, and
 * an apostrophe before text that a spreadsheet would take for a formula.
 *
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export function writeCsv(
  workbook: Workbook,
  folder: string,
  options: WriteOptions = {},
): Promise<WrittenTables> {
  const clock = new ZoneClock(workbook.timeZone);
  const { decimals } = workbook;
  return writeTables(
    workbook,
    folder,
    {
      extension: "csv",
      head: ({ columns }) =>
        `${CSV_BEGINNING}${csvLine(kept(columns).map(({ header }) => csvField(header)))}`,
      row: (table, row) => csvLine(fieldsOf(table, row, clock, decimals)),
      tail: () => "",
    },
    options,
  );
}

/** Columns that only align others on a sheet are left out. */
function kept(columns: readonly SheetColumn[]): SheetColumn[] {
  return columns.filter(({ key }) => key !== "");
}

function fieldsOf({ id, columns }: SheetTable, { cells }: Row, clock: ZoneClock, decimals: number): string[] {
  return columns.flatMap(({ key, kind: columnKind }, at) => {
    if (key === "") return [];
    const { value, kind } = cellValue(cells[at], columnKind);
    if (value === null) return [""];
    if (typeof value === "boolean") return [value ? "TRUE" : "FALSE"];
    if (typeof value === "string") return [csvField(value)];
    if (!Number.isFinite(value) || (kind === "instant" && Number.isNaN(new Date(value).getTime()))) {
      throw new TieoutError("EXPORT_VALUE", `${value} is not a value for a table`, {
        record: id,
        field: key,
      });
    }
    if (kind === "instant") return [plainInstant(clock.wallMs(value))];
    return [kind === "amount" ? plainAmount(value, decimals) : String(value)];
  });
}
