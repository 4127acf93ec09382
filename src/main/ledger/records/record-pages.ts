/**
 * Reads a few columns of many records a page at a time. A look-up for each would take longer than the rest of
 * an export.
 */
import type { ReadableLedger } from "../file/connection.ts";
import type { RecordTable, StoredRow } from "./record-table.ts";

const MOST = 2000;
const LEAST = 16;

/**
 * Reads columns of records as their newest versions say. Fast where ids are requested in mostly ascending
 * order.
 *
 * @param columns names of columns
 * @returns a look-up by id, the values in the order of `columns`; null where the ledger holds no such record
 */
export function recordPages(
  db: ReadableLedger,
  { name, idColumn: id }: Pick<RecordTable<unknown>, "name" | "idColumn">,
  columns: readonly string[],
): (wanted: number) => StoredRow | null {
  const list = [...columns, id].join(", ");
  const first = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM ${name} WHERE ${id} >= ? ORDER BY ${id} LIMIT ?`,
    )
    .raw();
  const later = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM ${name}_version WHERE ${id} BETWEEN ? AND ? ORDER BY ${id}, version`,
    )
    .raw();
  const idOf = (row: StoredRow) => Number(row[columns.length]);
  let page: ReadonlyMap<number, StoredRow> = new Map();
  let size = LEAST;
  let used = 0;
  return (wanted) => {
    const known = page.get(wanted);
    if (known === undefined) {
      // A page that was mostly of use is followed by a larger one; where ids lie apart, by a small one.
      size = Math.min(MOST, Math.max(LEAST, 4 * used));
      used = 0;
      const rows = first.all(wanted, size);
      const next = new Map(rows.map((row) => [idOf(row), row]));
      for (const row of later.all(wanted, Math.max(wanted, ...next.keys()))) next.set(idOf(row), row);
      page = next;
    }
    used += 1;
    return page.get(wanted) ?? null;
  };
}
