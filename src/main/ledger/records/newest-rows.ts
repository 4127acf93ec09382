/** Reads the newest version of each record that is there, in ascending id order. */
import type { ReadableLedger } from "../file/connection.ts";
import { type Revisions, countLive, readRevisions } from "./history.ts";
import type { RecordTable, StoredRow } from "./record-table.ts";
import { isCounting } from "../trail/counting.ts";
import { walkTable } from "./walk.ts";

/** Takes the records of a table as they are read. */
export interface RowTaker<Found> {
  /** Gets a row's values, one parameter for each column that is read. */
  readonly take: (...row: StoredRow) => 0;
  /** What came of them. */
  readonly finish: () => Found;
}

/** What the trail records is believed up to so many rows; more are counted, which a file made to lie cannot abuse. */
const MOST_BELIEVED = 4_000_000;

/** After so many rows it is told how far it is. */
const TOLD_ROWS = 20_000;

/**
 * Reads the records of a table that are there, each as its newest version says.
 *
 * @param columns what is read of each row, the id first
 * @param begin makes what takes so many records; `next` gives the place of each, 0 … total − 1. Where fewer or
 *   more came than were expected, all are read once more, by another one
 * @param onRows told now and then how many are read, of how many
 */
export function readNewest<R, Found>(
  db: ReadableLedger,
  table: RecordTable<R>,
  columns: readonly string[],
  begin: (total: number, next: () => number) => RowTaker<Found>,
  onRows: (done: number, total: number) => void,
): Found {
  const revisions = readRevisions(db, table, columns);
  const read = (total: number) => {
    let at = 0;
    const next = () => {
      if (at > 0 && at % TOLD_ROWS === 0 && at <= total) onRows(at, total);
      return at++;
    };
    const taker = begin(total, next);
    walkTable(db, table.name, columns, newestOnly(taker.take, revisions));
    return { taker, isExpected: at === total };
  };
  const gone = revisions.gone.size;
  // The links count the rows of pulls that are set aside, too.
  const told = isCounting(db) ? null : recordedLive(db, table, gone);
  const { taker, isExpected } = read(told ?? countLive(db, table, gone));
  return (isExpected ? taker : read(countLive(db, table, gone)).taker).finish();
}

/** Hands over what is still there, and of what was changed the newest version. */
function newestOnly(take: (...row: StoredRow) => 0, { newest, gone }: Revisions): (...row: StoredRow) => 0 {
  if (newest.size === 0 && gone.size === 0) return take;
  return (...row) => {
    const id = Number(row[0]);
    return gone.has(id) ? 0 : take(...(newest.get(id) ?? row));
  };
}

/**
 * How many records of a table are there by what the pulls recorded: to count them SQLite would read them all.
 * Anything may be written in a trail, so it is no more than expected, and no more than the file has room for.
 *
 * @returns null where it cannot be believed
 */
function recordedLive<R>(db: ReadableLedger, { name, columns }: RecordTable<R>, gone: number): number | null {
  const recorded =
    db
      .prepare<[], number>(
        `SELECT total(payload ->> '$.rows.${name}.rows') FROM audit WHERE kind = 'pull' AND json_valid(payload)`,
      )
      .pluck()
      .get() ?? 0;
  const size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
  const bytes = db.prepare<[], number>(size).pluck().get() ?? 0;
  // Each of a row's columns takes at least a byte.
  const most = Math.min(MOST_BELIEVED, bytes / columns.length);
  const isPossible = Number.isSafeInteger(recorded) && recorded >= gone && recorded <= most;
  return isPossible ? recorded - gone : null;
}
