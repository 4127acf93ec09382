/** From when to when a ledger's records go, without reading them all into memory. */
import type { ReadableLedger } from "./connection.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readRevisions } from "./history.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import type { RecordTable } from "./record-table.ts";

/** The earliest and the latest time in the records, milliseconds UTC. */
export interface TimeRange {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Reads it from the newest version of every live record: when it was made, and when it was paid.
 *
 * @returns null when there are no records with a time
 */
export function readTimeRange(db: ReadableLedger): TimeRange | null {
  const times = [...timesOf(db, ENTRY_TABLE), ...timesOf(db, PAYMENT_TABLE)];
  if (times.length === 0) return null;
  return { firstMs: Math.min(...times), lastMs: Math.max(...times) };
}

const TIMES = ["date_created_ms", "date_paid_ms"] as const;

/** The extremes of the records that never changed, and the times of each that did. */
function timesOf<R>(db: ReadableLedger, table: RecordTable<R>): number[] {
  const { newest, gone } = readRevisions(db, table);
  const at = TIMES.map((column) => table.columns.indexOf(column));
  const revised = [...newest].flatMap(([id, row]) => (gone.has(id) ? [] : at.map((index) => row[index])));
  const extremes = TIMES.flatMap((column) => [`min(${column})`, `max(${column})`]).join(", ");
  const first = db
    .prepare<[string], (number | null)[]>(
      `SELECT ${extremes} FROM ${table.name} WHERE ${table.idColumn} NOT IN (SELECT value FROM json_each(?))`,
    )
    .raw()
    .get(JSON.stringify([...newest.keys(), ...gone]));
  return [...(first ?? []), ...revised].filter((time) => typeof time === "number");
}
