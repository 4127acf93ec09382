/** Earlier contents of records: successive versions, vanished records, copies within one pull. */
import type { Entry } from "../../../core/records/entry.ts";
import type {
  Absence,
  RecordHistory,
  Revision,
  RepeatedRecord,
} from "../../../core/reconcile/input/input.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { type PullRecord, listPulls, mergedCoverage, reaches } from "../trail/pull.ts";
import { misread } from "../../../schema/stored.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
  type Texts,
  sameContent,
} from "../tables/record-table.ts";
import type { RecordKind } from "../../../core/reconcile/compare-records.ts";
import { asSentText, copiedFields } from "../../../core/reconcile/copies.ts";
import { sha256 } from "../file/sha256.ts";
import { recordTexts } from "../tables/packed-texts.ts";

/** The newest row of each record that has more than one version, and the ids that are gone. */
export interface Revisions {
  readonly newest: ReadonlyMap<number, StoredRow>;
  readonly gone: ReadonlySet<number>;
}

/** The rows that are not the last word on their record. @param columns what is read of each, the id first */
export function readRevisions<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  columns: readonly string[],
): Revisions {
  const newest = new Map<number, StoredRow>();
  for (const row of versionRows(db, table, columns)) newest.set(Number(row[0]), row);
  const pullColumn = columns.indexOf("pull_id");
  for (const { id, pullId } of pullColumn === -1 ? [] : heldBefore(db, table)) {
    newest.set(id, (newest.get(id) as StoredRow).with(pullColumn, pullId));
  }
  return { newest, gone: new Set(goneIds(db, table)) };
}

/**
 * Records of which a pull brought copies, the one in use being what was held before it: they are as the earlier pull
 * brought them, in whatever order the copies came.
 */
function* heldBefore<R>(
  db: ReadableLedger,
  { name, idColumn: id, columns }: RecordTable<R>,
): Generator<{ readonly id: number; readonly pullId: number }> {
  const copied = db
    .prepare<[], number>(`SELECT DISTINCT ${id} FROM ${name}_copy WHERE conflicting = 1`)
    .pluck();
  const list = columns.join(", ");
  const rows = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM ${name} WHERE ${id} = ?
       UNION ALL SELECT version, ${list} FROM ${name}_version WHERE ${id} = ?) ORDER BY version`,
    )
    .raw();
  for (const record of copied.all()) {
    const said = rows.all(record, record);
    const used = said.at(-1);
    const before = said.findLast((row) => used !== undefined && pullOf(row) < pullOf(used));
    if (used === undefined || before === undefined) continue;
    if (sameContent(before, used)) yield { id: record, pullId: pullOf(before) };
  }
}

/** Versions past the first, by id and version. */
function versionRows<R>(
  db: ReadableLedger,
  { name, idColumn }: RecordTable<R>,
  columns: readonly string[],
): StoredRow[] {
  return query<StoredRow>(db).lists(
    `SELECT ${columns.join(", ")} FROM ${name}_version ORDER BY ${idColumn}, version`,
  );
}

/** Records that are not there any more. A marker of a record that never was counts for nothing. */
function goneIds<R>(db: ReadableLedger, { name, idColumn: id }: RecordTable<R>): number[] {
  return query<number>(db).values(`SELECT ${id} FROM ${name}_presence AS last WHERE present = 0 AND pull_id =
        (SELECT max(pull_id) FROM ${name}_presence AS p WHERE p.${id} = last.${id})
        AND EXISTS (SELECT 1 FROM ${name} AS record WHERE record.${id} = last.${id}) ORDER BY ${id}`);
}

/** How many records of a table are there; `gone` is how many are not any more, counted when not given. */
export function countLive<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  gone: number = goneIds(db, table).length,
): number {
  return (query<number>(db).value(`SELECT count(*) FROM ${table.name}`) ?? 0) - gone;
}

/**
 * Refuses versions and markers of records that the ledger does not hold. No key ties them to their record, so
 * whoever writes with SQLite can leave them alone: columns would be too short, and contents empty.
 *
 * @throws TieoutError AUDIT_MISMATCH
 */
export function assertRecordsThere<R>(db: ReadableLedger, { name, idColumn: id }: RecordTable<R>): void {
  for (const beside of ["version", "presence"]) {
    const lone = query<number>(db).value(
      `SELECT ${id} FROM ${name}_${beside} AS of WHERE NOT EXISTS (SELECT 1 FROM ${name} AS r WHERE r.${id} = of.${id}) LIMIT 1`,
    );
    if (lone === undefined) continue;
    throw misread({
      record: `${name}_${beside} ${lone}`,
      sentence: "The history names a record that the ledger does not hold",
    });
  }
}

/** The whole history the change rules look at. */
export function readHistory(db: ReadableLedger, texts: Texts): RecordHistory {
  const pulls = listPulls(db);
  const coverage = mergedCoverage(db, pulls);
  const entries = historyOf<Entry>(db, ENTRY_TABLE, texts);
  const transactions = historyOf<Transaction>(db, PAYMENT_TABLE, texts);
  return {
    entryVersions: entries.versions,
    entriesVanished: entries.vanished,
    entriesReturned: entries.returned,
    transactionVersions: transactions.versions,
    transactionsVanished: transactions.vanished,
    repeatedEntries: repeatedRecords(db, ENTRY_TABLE, texts, pulls),
    repeatedTransactions: repeatedRecords(db, PAYMENT_TABLE, texts, pulls),
    // All of it was seen where nothing is before what one pull, or pulls that overlap, reach over.
    coverage: coverage.length > 1 || isBefore(pulls, coverage[0]?.from) ? coverage : [],
  };
}

function isBefore(pulls: readonly PullRecord[], from = -Infinity): boolean {
  return pulls.some(({ lowestWalletID }) => lowestWalletID !== null && lowestWalletID < from);
}

function historyOf<R>(db: ReadableLedger, table: RecordTable<R>, texts: Texts) {
  const first = db
    .prepare<[number], StoredRow>(
      `SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${table.idColumn} = ?`,
    )
    .raw();
  const read = (row: StoredRow) => table.fromRow(row, texts);
  const versions: Revision<R>[] = [];
  const revised = new Map<number, readonly StoredRow[]>();
  for (const rows of Map.groupBy(versionRows(db, table, table.columns), (row) => Number(row[0])).values()) {
    const id = Number(rows[0]?.[0]);
    const effective = effectiveRows([first.get(id) ?? [], ...rows]);
    for (let at = 1; at < effective.length; at += 1) {
      const before = effective[at - 1] ?? [];
      const after = effective[at] ?? [];
      versions.push({ before: read(before), after: read(after), pulls: [pullOf(before), pullOf(after)] });
    }
    revised.set(id, effective);
  }
  const contentAt = (id: number, pull: number) =>
    (revised.get(id) ?? [first.get(id) ?? []]).findLast((row) => pullOf(row) <= pull) ?? [];
  const { gone, back } = absencesIn(db, table);
  return {
    versions,
    vanished: gone.map(({ id, pull }): Absence<R> => {
      const row = contentAt(id, pull);
      return { record: read(row), pulls: [pullOf(row), pull] };
    }),
    returned: back.map(({ id, goneAt, pull }): Absence<R> => ({
      record: read(contentAt(id, pull)),
      pulls: [goneAt, pull],
    })),
  };
}

function pullOf(row: StoredRow): number {
  return Number(row[1]);
}

/** Records that are gone, and the times that one came back, by id and pull. */
function absencesIn<R>(db: ReadableLedger, { name, idColumn: id }: RecordTable<R>) {
  const rows = query<{ id: number; pull: number; present: number }>(db).rows(
    `SELECT ${id} AS id, pull_id AS pull, present FROM ${name}_presence ORDER BY ${id}, pull_id`,
  );
  const gone = rows.filter((row, at) => row.present === 0 && rows[at + 1]?.id !== row.id);
  const back = rows.flatMap((row, at) => {
    const before = rows[at - 1];
    return row.present === 1 && before?.id === row.id ? [{ ...row, goneAt: before.pull }] : [];
  });
  return { gone, back };
}

/**
 * A record's rows that say something else than the one before. Where a pull brought copies and the one in use was
 * held before, the order in which they came decides whether it is written anew: that says nothing.
 */
export function effectiveRows(rows: readonly StoredRow[]): StoredRow[] {
  return lastOfEachPull(rows).filter(
    (row, at, all) => at === 0 || !sameContent(all[at - 1] as StoredRow, row),
  );
}

/** Of copies of one pull the last row is the one in use: each newcomer that won was added after the loser. */
export function lastOfEachPull(rows: readonly StoredRow[]): StoredRow[] {
  return rows.filter((row, at) => rows[at + 1]?.[1] !== row[1]);
}

// Copies of one record within one pull, as the ledger stores them.

/** One that came after the first; where it differed from the one in use, what it said. */
interface Copy {
  readonly n: number;
  readonly conflicting: number;
  readonly unused: string | null;
}

/** Copies, as of the newest pull that brought the record. */
function repeatedRecords<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  texts: Texts,
  pulls: readonly PullRecord[],
): RepeatedRecord[] {
  const { name, idColumn } = table;
  const rows = query<{
    pull: number;
    id: number;
    copies: number;
    conflicting: number;
  }>(db).rows(`SELECT pull_id AS pull, ${idColumn} AS id, max(n) AS copies, max(conflicting) AS conflicting
       FROM ${name}_copy GROUP BY pull_id, ${idColumn} ORDER BY ${idColumn}`);
  const broughtLater = (pull: number, id: number) =>
    pulls.some((later) => later.id > pull && reaches(later, name, id));
  const textsOf = copyReader(db, table, texts);
  const kind: RecordKind = name === "entry" ? "entry" : "transaction";
  return rows
    .filter(({ pull, id }) => !broughtLater(pull, id))
    .map(({ pull, id, copies, conflicting }) => ({
      id,
      copies,
      conflicting: conflicting === 1,
      fields: conflicting === 1 ? copiedFields(kind, textsOf(pull, id), sha256) : [],
    }));
}

/** Reads what the copies of a record said, as they were sent. */
function copyReader<R>(db: ReadableLedger, table: RecordTable<R>, texts: Texts) {
  const { name, idColumn: id, columns } = table;
  const copies = db.prepare<[number, number], Copy>(
    `SELECT n, conflicting, unused FROM ${name}_copy WHERE pull_id = ? AND ${id} = ? ORDER BY n`,
  );
  const list = columns.join(", ");
  const brought = db
    .prepare<[number, number, number, number], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM ${name} WHERE ${id} = ? AND pull_id = ?
       UNION ALL SELECT version, ${list} FROM ${name}_version WHERE ${id} = ? AND pull_id = ?) ORDER BY version`,
    )
    .raw();
  return (pull: number, record: number): string[] => {
    const came = copies.all(pull, record);
    const [first] = came;
    if (first?.n === 1 && first.unused !== null) return eachSaid(came, first.unused);
    // Kept before the first copy was: what the rows of the pull say, and what was not used.
    const rows = brought.all(record, pull, record, pull);
    const documents = rows.map((row) => asSentText(table.document(table.fromRow(row, texts))));
    return [...documents, ...came.flatMap(({ unused }) => unused ?? [])];
  };
}

/** What each copy said: one that says nothing itself said what the one in use did. */
function eachSaid(copies: readonly Copy[], first: string): string[] {
  let used = first;
  return copies.map(({ unused }) => {
    const said = unused ?? used;
    if (said !== used && sha256(said) < sha256(used)) used = said;
    return said;
  });
}

// One record by its id: every content it had, and the pulls that brought each.

/** What a record was from one pull on. */
interface StoredVersion<R> {
  readonly pull: PullRecord;
  /** null where the pull should have had the record and did not. */
  readonly record: R | null;
}

export interface FoundRecord<R> {
  /** Oldest first; each differs from the one before. None when the ledger never held the record. */
  readonly versions: readonly StoredVersion<R>[];
  /** The newest pull that had the record; null when none did. */
  readonly lastSeen: PullRecord | null;
  /** Whether that pull had it more than once. */
  readonly repeated: boolean;
}

export function findRecord<R>(db: ReadableLedger, table: RecordTable<R>, id: number): FoundRecord<R> {
  const pulls = listPulls(db);
  const contents = contentsOf(db, table, id);
  const presence = presenceOf(db, table, id);
  const lastSeen = lastSeenIn(pulls, table, id, contents, presence);
  return {
    versions: versionsOf(db, table, pulls, contents, presence),
    lastSeen,
    repeated: lastSeen !== null && isRepeated(db, table, id, lastSeen.id),
  };
}

/** By pull: its row, as the pull left it. */
type Contents = ReadonlyMap<number, StoredRow>;
/** By pull: whether the record came back with it, or was gone. */
type Presence = ReadonlyMap<number, boolean>;

function contentsOf<R>(
  db: ReadableLedger,
  { name, idColumn, columns }: RecordTable<R>,
  id: number,
): Contents {
  const list = columns.join(", ");
  const first = db.prepare<[number], StoredRow>(`SELECT ${list} FROM ${name} WHERE ${idColumn} = ?`).raw();
  const later = db
    .prepare<[number], StoredRow>(
      `SELECT ${list} FROM ${name}_version WHERE ${idColumn} = ? ORDER BY version`,
    )
    .raw();
  return new Map(lastOfEachPull([...first.all(id), ...later.all(id)]).map((row) => [Number(row[1]), row]));
}

function presenceOf<R>(db: ReadableLedger, { name, idColumn }: RecordTable<R>, id: number): Presence {
  const rows = query<[pull: number, present: number]>(db).lists(
    `SELECT pull_id, present FROM ${name}_presence WHERE ${idColumn} = ? ORDER BY pull_id`,
    id,
  );
  return new Map(rows.map(([pull, present]) => [pull, present === 1]));
}

function versionsOf<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pulls: readonly PullRecord[],
  contents: Contents,
  presence: Presence,
): StoredVersion<R>[] {
  const texts = recordTexts(db);
  const versions: StoredVersion<R>[] = [];
  let content: StoredRow | null = null;
  let shown: StoredRow | null = null;
  for (const pull of pulls) {
    content = contents.get(pull.id) ?? content;
    const isGone = presence.get(pull.id) === false;
    if (isGone) versions.push({ pull, record: null });
    else if ((contents.has(pull.id) || presence.has(pull.id)) && content !== null) {
      if (shown !== null && sameContent(shown, content)) continue;
      versions.push({ pull, record: table.fromRow(content, texts) });
    } else continue;
    shown = isGone ? null : content;
  }
  return versions;
}

function lastSeenIn<R>(
  pulls: readonly PullRecord[],
  { name }: RecordTable<R>,
  id: number,
  contents: Contents,
  presence: Presence,
): PullRecord | null {
  let isThere = false;
  let last: PullRecord | null = null;
  for (const pull of pulls) {
    isThere = presence.get(pull.id) ?? (isThere || contents.has(pull.id));
    if (isThere && reaches(pull, name, id)) last = pull;
  }
  return last;
}

function isRepeated<R>(
  db: ReadableLedger,
  { name, idColumn }: RecordTable<R>,
  id: number,
  pull: number,
): boolean {
  return (
    query<number>(db).value(
      `SELECT 1 FROM ${name}_copy WHERE pull_id = ? AND ${idColumn} = ? LIMIT 1`,
      pull,
      id,
    ) === 1
  );
}
