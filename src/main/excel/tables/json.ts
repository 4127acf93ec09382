/** The tables as JSON: an array of objects each, one object a line. */
import { TieoutError } from "../../../core/errors.ts";
import type { Row, SheetTable, Workbook } from "../../../core/report/model.ts";
import { formatInstant } from "../../../core/time.ts";
import type { WriteOptions } from "../progress.ts";
import { type WrittenTables, cellValue, writeTables } from "./tables.ts";

/**
 * Writes one .json per table: keys that never change, amounts as the service's integers, times as RFC 3339 in
 * UTC.
 *
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export function writeJson(
  workbook: Workbook,
  folder: string,
  options: WriteOptions = {},
): Promise<WrittenTables> {
  return writeTables(
    workbook,
    folder,
    {
      extension: "json",
      head: () => "[",
      row: (table, row, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(objectOf(table, row))}`,
      tail: () => "\n]\n",
    },
    options,
  );
}

function objectOf({ id, columns }: SheetTable, { cells }: Row): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [at, { key, kind: columnKind }] of columns.entries()) {
    if (key === "") continue;
    const { value, kind } = cellValue(cells[at], columnKind);
    if (
      typeof value === "number" &&
      !Number.isFinite(kind === "instant" ? new Date(value).getTime() : value)
    ) {
      throw new TieoutError("EXPORT_VALUE", `${value} is not a value for a table`, {
        record: id,
        field: key,
      });
    }
    object[key] = kind === "instant" && typeof value === "number" ? formatInstant(value) : value;
  }
  return object;
}
