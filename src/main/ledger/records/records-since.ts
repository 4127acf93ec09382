/** Which records are not what they were at a link of the trail. */
import type { RecordsSince } from "../../../core/review/close/since.ts";
import type { Period } from "../../../core/time.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { storedTable } from "../trail/counting.ts";
import { newestPullID } from "../trail/pull.ts";
import { type RecordsThen, judgedSince, readThen } from "../trail/as-of.ts";
import { recordFinder, rowFinder } from "../tables/current-record.ts";
import { type RecordTable, type StoredRow, sameContent } from "../tables/record-table.ts";

/** How many records are compared at once. */
const AT_ONCE = 1000;

/** Where in a month a record is dated. */
export interface DatedIn {
  /** Columns of times: a record is dated by the first that it has. */
  readonly dates: readonly string[];
  readonly period: Pick<Period, "fromMs" | "toMs">;
}

/** What is not what it was then: all that was there then, and of it what is dated in the period. */
export interface ComparedRecords {
  /** Of those that appeared only what has a date in the period now. */
  readonly all: RecordsSince;
  /**
   * Dated in the period, then or now. That a payment was made after the period is none of its changes: that
   * is what becomes of one that was outstanding.
   */
  readonly ofPeriod: RecordsSince;
  /** Whether a record of the period was another, or gone, in between, and is again what it was. */
  readonly isRestored: boolean;
}

/** What is compared: records of a kind, dated by columns of theirs. */
interface ComparedTable<R> extends DatedIn {
  readonly table: RecordTable<R>;
  /**
   * Whether what became of a record of the period is a change of it: more than what moves in its normal life.
   * null where it was not there then, or is not now.
   */
  readonly isChange: (before: R | null, after: R | null) => boolean;
}

/**
 * Compares records as of now with those at a link. It takes time by what pulls brought since, and by what
 * those brought that were set aside or put back since.
 */
export function recordsSince<R>(
  db: ReadableLedger,
  moment: RecordsThen,
  { table, isChange, ...datedIn }: ComparedTable<R>,
): ComparedRecords {
  const judged = judgedSince(db, moment);
  if (judged.length === 0 && newestPullID(db) <= moment.pullId) {
    return { all: noRecords(), ofPeriod: noRecords(), isRestored: false };
  }
  return readThen(db, moment, (was, pullId) => {
    const tests = periodTests(table, datedIn);
    const found = { before: rowFinder(was, table, pullId), now: rowFinder(db, table) };
    const isSame = judged.length === 0;
    const ids = isSame
      ? touchedSince(db, table, moment.pullId, datedIn)
      : touchedBy(db, table, moment.pullId, judged);
    const { all, ofPeriod, isRestored } = compared(ids, found, tests);
    const [findThen, findNow] = [recordFinder(was, table, pullId), recordFinder(db, table)];
    const changes = (ofKind: readonly number[]) =>
      slicesOf(ofKind).flatMap((some) => {
        const [before, after] = [findThen(some), findNow(some)];
        return some.filter((id) => isChange(before.get(id) ?? null, after.get(id) ?? null));
      });
    const { changed, vanished, appeared: came } = ofPeriod;
    const told = { changed: changes(changed), vanished: changes(vanished), appeared: changes(came) };
    return { all, ofPeriod: told, isRestored };
  });
}

type RowsByID = (ids: readonly number[]) => ReadonlyMap<number, StoredRow>;

function compared(
  ids: number[],
  found: { readonly before: RowsByID; readonly now: RowsByID },
  { isOf, isDated }: ReturnType<typeof periodTests>,
) {
  ids.sort((a, b) => a - b);
  const [all, ofPeriod] = [noRecords(), noRecords()];
  let isRestored = false;
  for (const some of slicesOf(ids)) {
    const [before, after] = [found.before(some), found.now(some)];
    for (const id of some) {
      const [was, is] = [before.get(id), after.get(id)];
      const what = comparedAs(was, is);
      if (what === null) {
        isRestored ||= isOf(was, is);
        continue;
      }
      if (what !== "appeared" || isDated(is)) all[what].push(id);
      if (isOf(was, is)) ofPeriod[what].push(id);
    }
  }
  return { all, ofPeriod, isRestored };
}

function slicesOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}

function noRecords() {
  return { changed: [] as number[], vanished: [] as number[], appeared: [] as number[] };
}

function comparedAs(was: StoredRow | undefined, is: StoredRow | undefined): keyof RecordsSince | null {
  if (was === undefined) return is === undefined ? null : "appeared";
  if (is === undefined) return "vanished";
  return sameContent(was, is) ? null : "changed";
}

function periodTests<R>({ columns }: RecordTable<R>, { dates, period: { fromMs, toMs } }: DatedIn) {
  const places = dates.map((name) => columns.indexOf(name));
  const datedBy = (row: StoredRow | undefined) => places.find((place) => (row?.[place] ?? null) !== null);
  const isWithin = (row: StoredRow | undefined, place: number) => {
    const atMs = row?.[place] ?? null;
    return atMs !== null && Number(atMs) >= fromMs && Number(atMs) <= toMs;
  };
  const isIn = (row: StoredRow | undefined) => {
    const place = datedBy(row);
    return place !== undefined && isWithin(row, place);
  };
  return {
    /** Whether any date of a record is in the period. */
    isDated: (row: StoredRow | undefined) => places.some((place) => isWithin(row, place)),
    /** Whether what became of a record, by how it was and how it is, is of the period. */
    isOf: (was: StoredRow | undefined, is: StoredRow | undefined) => {
      if (isIn(is)) return true;
      const isDatedAnew = is !== undefined && datedBy(was) !== datedBy(is);
      return isIn(was) && !isDatedAnew;
    },
  };
}

/** Records that some pulls or any after one brought, changed, missed or brought back, set aside or not. */
function touchedBy<R>(
  db: ReadableLedger,
  { name, idColumn: id }: RecordTable<R>,
  pullId: number,
  judged: readonly number[],
): number[] {
  const of = (suffix: string) =>
    `SELECT ${id} FROM ${storedTable(db, `${name}${suffix}`)}
     WHERE pull_id > @pullId OR pull_id IN (SELECT value FROM json_each(@judged))`;
  return query<number>(db).values(["", "_version", "_presence"].map(of).join(" UNION "), {
    pullId,
    judged: JSON.stringify(judged),
  });
}

/**
 * Records that later pulls brought otherwise, missed or brought back, and of those that they were the first to bring
 * what had a date in the period.
 */
function touchedSince<R>(
  db: ReadableLedger,
  { name, idColumn: id }: RecordTable<R>,
  pullId: number,
  { dates, period: { fromMs, toMs } }: DatedIn,
): number[] {
  const isDated = dates.map((column) => `${column} BETWEEN @fromMs AND @toMs`).join(" OR ");
  return query<number>(db).values(
    `SELECT ${id} FROM ${name}_version WHERE pull_id > @pullId
     UNION SELECT ${id} FROM ${name}_presence WHERE pull_id > @pullId
     UNION SELECT ${id} FROM ${name} WHERE pull_id > @pullId AND (${isDated})`,
    { pullId, fromMs, toMs },
  );
}
