/** A table as JSON: an array of objects, one object a line. */
import { TieoutError } from "../../../core/errors.ts";
import type { Row, SheetTable } from "../../../core/report/model.ts";
import { formatInstant } from "../../../core/time.ts";
import { type TableWriter, cellValue } from "./tables.ts";

/** Keys that never change, amounts as the service's integers, times as RFC 3339 in UTC. */
export const JSON_TABLES: TableWriter = {
  ending: "json",
  head: () => "[",
  row: (table, row, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(objectOf(table, row))}`,
  tail: () => "\n]\n",
};

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
