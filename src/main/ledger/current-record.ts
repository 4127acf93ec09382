/** Single records as their newest versions say them, for a few among a million. */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../core/canonical.ts";
import type { ReadableLedger } from "./connection.ts";
import { readTexts } from "./dictionary.ts";
import type { RecordTable, Row } from "./record-table.ts";

/**
 * A look-up of records by id, prepared once.
 *
 * @returns the record; null where the ledger never held it, or the newest pull that reached it no longer had it
 */
export function currentRecordFinder<R>(
  db: ReadableLedger,
  { name, idColumn, columns, fromRow }: RecordTable<R>,
): (id: number) => R | null {
  const list = columns.join(", ");
  const last = db
    .prepare<[number], Row>(
      `SELECT ${list} FROM ${name}_version WHERE ${idColumn} = ? ORDER BY version DESC LIMIT 1`,
    )
    .raw();
  const first = db.prepare<[number], Row>(`SELECT ${list} FROM ${name} WHERE ${idColumn} = ?`).raw();
  const present = db
    .prepare<[number], number>(
      `SELECT present FROM ${name}_presence WHERE ${idColumn} = ? ORDER BY pull_id DESC LIMIT 1`,
    )
    .pluck();
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
  return (id) => {
    const row = last.get(id) ?? first.get(id);
    return row === undefined || present.get(id) === 0 ? null : fromRow(row, texts);
  };
}

/** SHA-256 of a record's canonical JSON, 64 hex digits: two are equal where the records say the same. */
export function documentHash(document: JsonValue): string {
  return hash("sha256", canonicalJson(document), "hex");
}
