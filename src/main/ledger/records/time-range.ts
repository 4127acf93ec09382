/** The earliest and latest times of a ledger's records, and those of single entries, without loading them all. */
import { type Extremes, extremesIn, type CheckInput } from "../../../core/reconcile/input/input.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { readRevisions } from "./history.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../tables/record-table.ts";

/**
 * Reads it from the newest version of every live record: when entries and transactions were made and
 * transactions paid; the latest may also be when an entry was paid.
 *
 * @returns null when there are no records with a time
 */
export function readTimeRange(db: ReadableLedger): Extremes | null {
  const entries = timesOf(db, ENTRY_TABLE);
  const payments = timesOf(db, PAYMENT_TABLE);
  return rangeOf([...entries.created, ...payments.created, ...payments.paid], entries.paid);
}

/**
 * The pulls that brought, as it is now, a record that states a time and that no entry follows: the newest entry of
 * all, created then, or a transaction, made or paid then.
 *
 * @param atMs milliseconds UTC
 */
export function pullsStating(db: ReadableLedger, atMs: number): readonly number[] {
  const entries = datedRows(db, ENTRY_TABLE, `ORDER BY ${ENTRY_TABLE.idColumn} DESC LIMIT 1`);
  const newest = entries.reduce((best, row) => Math.max(best, row[0]), -Infinity);
  const stating = `AND ${atMs} IN (date_created_ms, date_paid_ms)`;
  return [
    ...entries.filter(([id, created]) => id === newest && created === atMs),
    ...datedRows(db, PAYMENT_TABLE, stating).filter((row) => row[1] === atMs || row[2] === atMs),
  ].map(([, , , pullId]) => pullId);
}

type DatedColumnRow = readonly [id: number, created: number | null, paid: number | null, pullId: number];

/** The live records that changed, and of the others those that SQL leaves. */
function datedRows<R>(db: ReadableLedger, table: RecordTable<R>, sql: string): readonly DatedColumnRow[] {
  const columns = [table.idColumn, "date_created_ms", "date_paid_ms", "pull_id"];
  const { newest, gone } = readRevisions(db, table, columns);
  const others = query<DatedColumnRow>(db).lists(
    `SELECT ${columns.join(", ")} FROM ${table.name}
       WHERE ${table.idColumn} NOT IN (SELECT value FROM json_each(?)) ${sql}`,
    JSON.stringify([...newest.keys(), ...gone]),
  );
  const revised = [...newest].flatMap(([id, row]) =>
    gone.has(id) ? [] : [row as unknown as DatedColumnRow],
  );
  return [...revised, ...others];
}

/** The same of records that were read already, by the dates by which they count. */
export function timeRangeOf({ entries, transactions }: CheckInput): Extremes | null {
  const columns = [entries.dateCreatedAtMs, transactions.dateCreatedAtMs, transactions.datePaidAtMs];
  const extremes = columns.map(extremesIn).flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]);
  return rangeOf(extremes, [entries.latestDatePaidAtMs]);
}

/** @param others count only for the latest */
function rangeOf(times: readonly number[], others: readonly number[]): Extremes | null {
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
    query<(number | null)[]>(db).list(
      `SELECT min(date_created_ms), max(date_created_ms), min(date_paid_ms), max(date_paid_ms)
         FROM ${table.name} WHERE ${table.idColumn} NOT IN (SELECT value FROM json_each(?))`,
      known,
    ) ?? [];
  return {
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
  const first = query<number>(db).value(
    "SELECT wallet_id FROM entry WHERE wallet_id >= ? AND date_created_ms >= ? ORDER BY wallet_id LIMIT 1",
    walletID,
    fromMs,
  );
  return first ?? null;
}

/** When an entry was created, as the first pull of it says, milliseconds UTC; null where the ledger never held it. */
export function createdAt(db: ReadableLedger, walletID: number): number | null {
  const atMs = query<number>(db).value("SELECT date_created_ms FROM entry WHERE wallet_id = ?", walletID);
  return atMs ?? null;
}

/** Whether the entry after one was created before it, as the first pull of each says. */
export function isDatedAfterNext(db: ReadableLedger, walletID: number): boolean {
  const next = query<number>(db).value("SELECT min(wallet_id) FROM entry WHERE wallet_id > ?", walletID);
  const [atMs, nextMs] = [createdAt(db, walletID), createdAt(db, next ?? walletID)];
  return atMs !== null && nextMs !== null && nextMs < atMs;
}
