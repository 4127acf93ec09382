/** A table as CSV: for a spreadsheet, or for programs. */
import { TieoutError } from "../../../core/errors.ts";
import type { CellKind, Row, SheetColumn, SheetTable } from "../../../core/report/model.ts";
import {
  type CsvFields,
  type CsvStyle,
  CSV_DATA_FIELDS,
  spreadsheetFields,
} from "../../../core/text/csv-text.ts";
import { plainInstant } from "../../../core/text/plain-text.ts";
import { ZoneClock, formatInstant } from "../../../core/time.ts";
import { type TableWriter, cellValue } from "./tables.ts";

interface Wording {
  readonly fields: CsvFields;
  readonly title: (column: SheetColumn) => string;
  readonly instant: (atMs: number) => string;
  readonly truth: (is: boolean) => string;
  readonly decimals: number;
}

/**
 * For a spreadsheet: headers and decimals as in the workbook, times on the zone's wall clock, texts that it
 * neither calculates nor turns into numbers.
 */
export function spreadsheetCsv(
  workbook: { readonly timeZone: string; readonly decimals: number },
  style: CsvStyle,
): TableWriter {
  const clock = new ZoneClock(workbook.timeZone);
  return csvOf({
    fields: spreadsheetFields(style),
    title: ({ header }) => header,
    instant: (atMs) => plainInstant(clock.wallMs(atMs)),
    truth: (is) => (is ? "TRUE" : "FALSE"),
    decimals: workbook.decimals,
  });
}

/** For programs: keys that never change, and the same values as the tables in JSON. */
export const DATA_CSV: TableWriter = csvOf({
  fields: CSV_DATA_FIELDS,
  title: ({ key }) => key,
  instant: formatInstant,
  truth: String,
  decimals: 0,
});

function csvOf(wording: Wording): TableWriter {
  const { fields, title } = wording;
  return {
    ending: "csv",
    head: ({ columns }) =>
      `${fields.beginning}${fields.line(kept(columns).map((column) => fields.text(title(column))))}`,
    row: (table, row) => fields.line(fieldsOf(table, row, wording)),
    tail: () => "",
  };
}

/** Columns that only align others on a sheet are left out. */
function kept(columns: readonly SheetColumn[]): SheetColumn[] {
  return columns.filter(({ key }) => key !== "");
}

function fieldsOf({ id, columns }: SheetTable, { cells }: Row, wording: Wording): string[] {
  return columns.flatMap(({ key, kind: columnKind }, at) => {
    if (key === "") return [];
    const { value, kind } = cellValue(cells[at], columnKind);
    if (value === null) return [""];
    if (typeof value === "boolean") return [wording.truth(value)];
    // A day is what a spreadsheet takes for one.
    if (typeof value === "string") return [kind === "day" ? value : wording.fields.text(value)];
    if (!Number.isFinite(value) || (kind === "instant" && Number.isNaN(new Date(value).getTime()))) {
      throw new TieoutError("EXPORT_VALUE", `${value} is not a value for a table`, {
        record: id,
        field: key,
      });
    }
    return [numberField(value, kind, wording)];
  });
}

function numberField(value: number, kind: CellKind, { fields, instant, decimals }: Wording): string {
  if (kind === "instant") return instant(value);
  if (kind === "amount") return fields.amount(value, decimals);
  return kind === "id" || kind === "text" ? fields.id(value) : String(value);
}
