/** One record by its id: every content it had, and the pulls that brought each. */
import type { ReadableLedger } from "../file/connection.ts";
import { readTexts } from "../tables/packed-texts.ts";
import { lastOfEachPull } from "./history.ts";
import { type PullRecord, listPulls, reaches } from "../trail/pull.ts";
import { type RecordTable, type StoredRow, sameContent } from "../tables/record-table.ts";

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
  const rows = db
    .prepare<[number], [pull: number, present: number]>(
      `SELECT pull_id, present FROM ${name}_presence WHERE ${idColumn} = ? ORDER BY pull_id`,
    )
    .raw()
    .all(id);
  return new Map(rows.map(([pull, present]) => [pull, present === 1]));
}

function versionsOf<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pulls: readonly PullRecord[],
  contents: Contents,
  presence: Presence,
): StoredVersion<R>[] {
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
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
    db
      .prepare<[number, number], number>(
        `SELECT 1 FROM ${name}_copy WHERE pull_id = ? AND ${idColumn} = ? LIMIT 1`,
      )
      .pluck()
      .get(pull, id) === 1
  );
}
