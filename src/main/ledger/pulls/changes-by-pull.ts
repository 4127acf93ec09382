/** The changes that each pull made to records: versions, presences and late rows, streamed in order. */
import type { Entry } from "../../../core/records/entry.ts";
import type { BroughtTransaction, RecordChange } from "../../../core/review/restate/restatement-builder.ts";
import type { BroughtEntries, MovedRow } from "../../../core/review/restate/wallets.ts";
import { rowOf } from "../../../core/sorted.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { assertRecordsThere } from "../records/history.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
  type Texts,
  sameContent,
} from "../tables/record-table.ts";

/**
 * What pulls did to records that were known before them: by pull, then id. One that returns with another
 * content is two changes.
 *
 * @throws TieoutError AUDIT_MISMATCH where the history names a record that the ledger does not hold
 */
export function* walkChanges<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  texts: Texts,
): Generator<RecordChange<R>> {
  assertRecordsThere(db, table);
  const { name, idColumn: id } = table;
  const marks = db
    .prepare<[], [pull: number, rank: number, id: number]>(
      `SELECT pull_id, present AS rank, ${id} FROM ${name}_presence
       UNION ALL
       SELECT DISTINCT v.pull_id, ${CHANGED}, v.${id} FROM ${name}_version AS v JOIN ${name} AS f ON f.${id} = v.${id}
        WHERE v.pull_id > f.pull_id
       ORDER BY 1, 3, 2`,
    )
    .raw();
  const contents = new Contents(db, table);
  const read = (row: StoredRow) => table.fromRow(row, texts);
  for (const [pullId, rank, record] of marks.iterate()) {
    if (rank !== CHANGED) {
      const content = read(rank === 0 ? contents.upTo(pullId, record) : contents.before(pullId, record));
      yield rank === 0
        ? { pullId, kind: "vanished", before: content, after: null }
        : { pullId, kind: "returned", before: null, after: content };
      continue;
    }
    const before = contents.before(pullId, record);
    const after = contents.upTo(pullId, record);
    if (!sameContent(before, after))
      yield { pullId, kind: "changed", before: read(before), after: read(after) };
  }
}

/** The rank of a change of content; a presence ranks as it is: 0 gone, 1 back. */
const CHANGED = 2;

/** Contents of records as pulls left them. Of copies in one pull the last row is the one in use. */
class Contents<R> {
  readonly #first;
  readonly #later;
  readonly #earlier;

  constructor(db: ReadableLedger, { name, idColumn, columns }: RecordTable<R>) {
    const list = columns.join(", ");
    this.#first = db.prepare<[number], StoredRow>(`SELECT ${list} FROM ${name} WHERE ${idColumn} = ?`).raw();
    const newest = (upTo: string) =>
      db
        .prepare<[number, number], StoredRow>(
          `SELECT ${list} FROM ${name}_version WHERE ${idColumn} = ? AND pull_id ${upTo} ? ORDER BY version DESC LIMIT 1`,
        )
        .raw();
    this.#later = newest("<=");
    this.#earlier = newest("<");
  }

  upTo(pullId: number, id: number): StoredRow {
    return this.#later.get(id, pullId) ?? this.#first.get(id) ?? [];
  }

  before(pullId: number, id: number): StoredRow {
    return this.#earlier.get(id, pullId) ?? this.#first.get(id) ?? [];
  }
}

/** Whether any pull may have changed entries, or brought one that an earlier pull should have had. */
export function hasEntryChanges(db: ReadableLedger, bounds: readonly LateBounds[]): boolean {
  if (hasRows(db, "entry_presence") || hasRows(db, "entry_version")) return true;
  const columns = bounds.map(({ pullId, lowest, highest, seenUpToMs, signedUpToMs }) => [
    pullId,
    ...[lowest, highest, seenUpToMs, signedUpToMs].map(storable),
  ]);
  return (
    query<number>(db).value(
      `WITH late (pull, lowest, highest, seen, signed) AS MATERIALIZED
          (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?))
         SELECT EXISTS (SELECT 1 FROM entry AS e CROSS JOIN late AS b ON b.pull = e.pull_id
          WHERE e.date_created_ms <= b.signed
            OR (e.wallet_id >= b.lowest AND (e.wallet_id <= b.highest OR e.date_created_ms < b.seen)))`,
      JSON.stringify(columns),
    ) === 1
  );
}

/** What an entry that a pull is the first to bring is compared with; it is late only within them. */
export interface LateBounds {
  readonly pullId: number;
  /** Lowest and highest walletID that any earlier pull reached. */
  readonly lowest: number;
  readonly highest: number;
  /** The latest time that any earlier pull had seen, milliseconds UTC. */
  readonly seenUpToMs: number;
  /** The last end of a month that was signed before, milliseconds UTC. */
  readonly signedUpToMs: number;
}

/** SQLite's integers have no infinity, nor has JSON. */
function storable(value: number): number {
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** By pull, ascending: the latest dateCreated of the entries it was the first to bring, milliseconds UTC. */
export function latestBrought(db: ReadableLedger): ReadonlyMap<number, number> {
  return new Map(
    query<[pull: number, latestAtMs: number]>(db).lists(
      "SELECT pull_id, max(date_created_ms) FROM entry GROUP BY pull_id",
    ),
  );
}

/** All entries as they were brought first, in columns. */
export function readBrought(db: ReadableLedger): BroughtEntries {
  const length = query<number>(db).value("SELECT count(*) FROM entry") ?? 0;
  const numbers = () => new Float64Array(length);
  // In the order in which they are selected.
  const columns = {
    walletID: numbers(),
    pullId: numbers(),
    userID: numbers(),
    businessID: numbers(),
    raised: numbers(),
    balance: numbers(),
    dateCreatedAtMs: numbers(),
  };
  const all = Object.values(columns);
  const put = (at: number, row: StoredRow) => {
    all.forEach((column, place) => {
      column[at] = Number(row[place]);
    });
  };
  const list = "wallet_id, pull_id, user_id, business_id, credit - debit, balance, date_created_ms";
  let at = 0;
  for (const row of db
    .prepare<[], StoredRow>(`SELECT ${list} FROM entry ORDER BY wallet_id`)
    .raw()
    .iterate()) {
    put(at, row);
    at += 1;
  }
  // The copy in use of a pull counts as a version.
  const copies = db
    .prepare<[], StoredRow>(
      `SELECT ${list} FROM entry_version AS v WHERE pull_id = (SELECT pull_id FROM entry AS f WHERE f.wallet_id = v.wallet_id) ORDER BY wallet_id, version`,
    )
    .raw();
  for (const row of copies.iterate()) put(rowOf(columns.walletID, Number(row[0])), row);
  return { length, ...columns };
}

/** Rows that some later version puts into another user's or business's wallet. */
export function listMoved(db: ReadableLedger): MovedRow[] {
  return query<MovedRow>(db)
    .rows(`SELECT DISTINCT v.wallet_id AS walletID, v.user_id AS userID, v.business_id AS businessID
       FROM entry_version AS v JOIN entry AS e ON e.wallet_id = v.wallet_id
       WHERE v.user_id <> e.user_id OR v.business_id <> e.business_id`);
}

/** Reads entries as the pull that first had them brought them. */
export function entryReader(db: ReadableLedger, texts: Texts): (walletID: number) => Entry {
  const contents = new Contents(db, ENTRY_TABLE);
  const pullOf = db.prepare<[number], number>("SELECT pull_id FROM entry WHERE wallet_id = ?").pluck();
  return (walletID) => ENTRY_TABLE.fromRow(contents.upTo(pullOf.get(walletID) ?? 0, walletID), texts);
}

/**
 * Transactions that pulls after the first were the first to bring, by pull, then payID.
 *
 * @param isAsked is called with the pull and the time by which the transaction belongs to a month,
 *   milliseconds UTC
 */
export function* walkBroughtTransactions(
  db: ReadableLedger,
  texts: Texts,
  isAsked: (pullId: number, atMs: number) => boolean,
): Generator<BroughtTransaction> {
  const rows = db
    .prepare<[], [pull: number, id: number, atMs: number | null]>(
      `SELECT pull_id, pay_id, coalesce(date_paid_ms, date_created_ms) FROM payment
       WHERE pull_id > (SELECT min(id) FROM pull) ORDER BY pull_id, pay_id`,
    )
    .raw();
  const contents = new Contents(db, PAYMENT_TABLE);
  for (const [pullId, id, atMs] of rows.iterate()) {
    if (atMs === null || !isAsked(pullId, atMs)) continue;
    const after: Transaction = PAYMENT_TABLE.fromRow(contents.upTo(pullId, id), texts);
    yield { pullId, kind: "brought", before: null, after };
  }
}

/** Whether a table of the ledger has any row. */
export function hasRows(db: ReadableLedger, table: string): boolean {
  return query<number>(db).value(`SELECT EXISTS (SELECT 1 FROM ${table})`) === 1;
}
