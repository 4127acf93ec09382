/** The earliest and latest times of a ledger's records, and those of single entries, without loading them all. */
import { extremesIn } from "../../../core/reconcile/extremes.ts";
import type { CheckInput } from "../../../core/reconcile/input.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readRevisions } from "./history.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import type { RecordTable } from "./record-table.ts";

/** The earliest and the latest time in the records, milliseconds UTC. */
interface TimeRange {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The same of all live records by the dates that they state. */
interface StatedRange extends TimeRange {
  /** The latest of the newest entry's dateCreated and all transactions' dates; −Infinity where it is not known. */
  readonly unfollowedMs: number;
}

/**
 * Reads it from the newest version of every live record: when entries and transactions were made and
 * transactions paid; the latest may also be when an entry was paid.
 *
 * @returns null when there are no records with a time
 */
export function readTimeRange(db: ReadableLedger): StatedRange | null {
  const entries = timesOf(db, ENTRY_TABLE);
  const payments = timesOf(db, PAYMENT_TABLE);
  const range = rangeOf([...entries.created, ...payments.created, ...payments.paid], entries.paid);
  // Of an entry that changed or vanished it takes more to know what it states.
  const newest = entries.isRevised ? [] : newestCreated(db);
  const unfollowedMs = Math.max(-Infinity, ...newest, ...payments.created, ...payments.paid);
  return range === null ? null : { ...range, unfollowedMs };
}

function newestCreated(db: ReadableLedger): number[] {
  const { name, idColumn } = ENTRY_TABLE;
  const newest = db.prepare(`SELECT date_created_ms FROM ${name} ORDER BY ${idColumn} DESC LIMIT 1`);
  return numbersIn(newest.pluck().all());
}

/** The same of records that were read already, by the dates by which they count. */
export function timeRangeOf({ entries, transactions }: CheckInput): TimeRange | null {
  const columns = [entries.dateCreatedAtMs, transactions.dateCreatedAtMs, transactions.datePaidAtMs];
  const extremes = columns.map(extremesIn).flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]);
  return rangeOf(extremes, [entries.latestDatePaidAtMs]);
}

/** @param others count only for the latest */
function rangeOf(times: readonly number[], others: readonly number[]): TimeRange | null {
  const known = times.filter(Number.isFinite);
  if (known.length === 0) return null;
  const late = others.filter((time) => !Number.isNaN(time));
  return { firstMs: Math.min(...known), lastMs: Math.max(...known, ...late) };
}

/** The extremes of the records that never changed, and the times of each that did. */
function timesOf<R>(db: ReadableLedger, table: RecordTable<R>) {
  const { newest, gone } = readRevisions(db, table, [table.idColumn, "date_created_ms", "date_paid_ms"]);
  const known = JSON.stringify([...newest.keys(), ...gone]);
  const revised = [...newest].flatMap(([id, row]) => (gone.has(id) ? [] : [row]));
  const [firstCreated, lastCreated, firstPaid, lastPaid] =
    db
      .prepare<[string], (number | null)[]>(
        `SELECT min(date_created_ms), max(date_created_ms), min(date_paid_ms), max(date_paid_ms)
         FROM ${table.name} WHERE ${table.idColumn} NOT IN (SELECT value FROM json_each(?))`,
      )
      .raw()
      .get(known) ?? [];
  return {
    isRevised: newest.size + gone.size > 0,
    created: numbersIn([firstCreated, lastCreated, ...revised.map((row) => row[1])]),
    paid: numbersIn([firstPaid, lastPaid, ...revised.map((row) => row[2])]),
  };
}

function numbersIn(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === "number");
}

/**
 * The lowest walletID, of those from one on, that was created at a time or later, milliseconds UTC, as the first
 * pull of each says; null where none was.
 */
export function firstEntryFrom(db: ReadableLedger, walletID: number, fromMs: number): number | null {
  const first = db
    .prepare<[number, number], number>(
      "SELECT wallet_id FROM entry WHERE wallet_id >= ? AND date_created_ms >= ? ORDER BY wallet_id LIMIT 1",
    )
    .pluck()
    .get(walletID, fromMs);
  return first ?? null;
}

/** When an entry was created, as the first pull of it says, milliseconds UTC; null where the ledger never held it. */
export function createdAt(db: ReadableLedger, walletID: number): number | null {
  const atMs = db
    .prepare<[number], number>("SELECT date_created_ms FROM entry WHERE wallet_id = ?")
    .pluck()
    .get(walletID);
  return atMs ?? null;
}
