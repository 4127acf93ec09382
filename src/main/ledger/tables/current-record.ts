/** Single records as a pull left them, for a few among a million, and the hashes of their contents. */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { recordTexts } from "./packed-texts.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable, type StoredRow } from "./record-table.ts";

/** Beyond every pull: as of now. */
const NOW = Number.MAX_SAFE_INTEGER;

/**
 * A look-up of records by id, prepared once, when the first is asked for. It takes time in proportion to the records requested.
 *
 * @param pullId as of this pull; the newest where it is left out
 * @returns the records by id, without those that the ledger did not hold, or no longer had where a pull
 *   reached them
 */
export function recordFinder<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pullId?: number,
): (ids: readonly number[]) => Map<number, R> {
  const find = rowFinder(db, table, pullId);
  const texts = recordTexts(db);
  return (ids) => new Map(Array.from(find(ids), ([id, row]) => [id, table.fromRow(row, texts)] as const));
}

/** As `recordFinder`, of the rows as they are stored: no text is read. */
export function rowFinder<R>(
  db: ReadableLedger,
  { name, idColumn: id, columns }: RecordTable<R>,
  pullId: number = NOW,
): (ids: readonly number[]) => Map<number, StoredRow> {
  const list = columns.join(", ");
  const asked = `${id} IN (SELECT value FROM json_each(?)) AND pull_id <= ?`;
  type Asked = [ids: string, pullId: number];
  const prepare = () => ({
    first: db.prepare<Asked, StoredRow>(`SELECT ${list} FROM ${name} WHERE ${asked}`).raw(),
    later: db
      .prepare<Asked, StoredRow>(`SELECT ${list} FROM ${name}_version WHERE ${asked} ORDER BY ${id}, version`)
      .raw(),
    presence: db
      .prepare<Asked, [id: number, present: number]>(
        `SELECT ${id}, present FROM ${name}_presence WHERE ${asked} ORDER BY ${id}, pull_id`,
      )
      .raw(),
  });
  let prepared: ReturnType<typeof prepare> | null = null;
  return (ids) => {
    const rows = new Map<number, StoredRow>();
    if (ids.length === 0) return rows;
    const { first, later, presence } = (prepared ??= prepare());
    const given = JSON.stringify(ids);
    for (const row of first.all(given, pullId)) rows.set(Number(row[0]), row);
    // The last of each record is what counts.
    for (const row of later.all(given, pullId)) rows.set(Number(row[0]), row);
    for (const [at, present] of new Map(presence.all(given, pullId))) if (present === 0) rows.delete(at);
    return rows;
  };
}

/** SHA-256 of a record's canonical JSON, 64 hex digits: two are equal where the records say the same. */
export function documentHash(document: JsonValue): string {
  return hash("sha256", canonicalJson(document), "hex");
}

/** SHA-256 by id of what records say, of those that the ledger holds; see `recordFinder`. */
export function hashFinder<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pullId?: number,
): (ids: readonly number[]) => Map<number, string> {
  const find = recordFinder(db, table, pullId);
  return (ids) =>
    new Map(Array.from(find(ids), ([id, record]) => [id, documentHash(table.document(record))] as const));
}

/** Whether all records of each were there and as bound. @param pullId as of it; else of the newest */
export function holdingTest(
  db: ReadableLedger,
  pullId?: number,
): (bound: readonly BoundRecords[]) => boolean[] {
  const entryHashes = hashFinder(db, ENTRY_TABLE, pullId);
  const transactionHashes = hashFinder(db, PAYMENT_TABLE, pullId);
  return (bound) => {
    const walletIDs = new Set(bound.flatMap(({ entries }) => entries.map(({ walletID }) => walletID)));
    const payIDs = new Set(bound.flatMap(({ transactions }) => transactions.map(({ payID }) => payID)));
    const [ofEntry, ofTransaction] = [entryHashes([...walletIDs]), transactionHashes([...payIDs])];
    return bound.map(
      ({ entries, transactions }) =>
        entries.every(({ walletID, sha256 }) => ofEntry.get(walletID) === sha256) &&
        transactions.every(({ payID, sha256 }) => ofTransaction.get(payID) === sha256),
    );
  };
}
