/** One record by its id, as its newest version says. */
import type { ReadableLedger } from "./connection.ts";
import { readTexts } from "./dictionary.ts";
import type { RecordTable, Row } from "./record-table.ts";

/** @returns a look-up by id; null where the ledger holds no such record */
export function recordFinder<R>(db: ReadableLedger, table: RecordTable<R>): (id: number) => R | null {
  const { name, idColumn: id } = table;
  const columns = table.columns.join(", ");
  const first = db.prepare<[number], Row>(`SELECT ${columns} FROM ${name} WHERE ${id} = ?`).raw();
  const latest = db
    .prepare<[number], Row>(
      `SELECT ${columns} FROM ${name}_version WHERE ${id} = ? ORDER BY version DESC LIMIT 1`,
    )
    .raw();
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
  return (wanted) => {
    const row = latest.get(wanted) ?? first.get(wanted);
    return row === undefined ? null : table.fromRow(row, texts);
  };
}
