/** Which records are not what they were after a pull. */
import type { RecordsSince } from "../../../core/review/since/since.ts";
import type { Period } from "../../../core/time.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { hashFinder } from "./current-record.ts";
import type { RecordTable } from "./record-table.ts";

/** How many records are compared at once. */
const AT_ONCE = 1000;

/**
 * Compares records as of now with those after a pull. It takes time by what later pulls brought.
 *
 * @param dates columns of which one must be in the period for a record that appeared
 */
export function recordsSince<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pullId: number,
  dates: readonly string[],
  period: Pick<Period, "fromMs" | "toMs">,
): RecordsSince {
  const ids = [...touchedSince(db, table, pullId), ...broughtSince(db, table, pullId, dates, period)];
  ids.sort((a, b) => a - b);
  const [then, now] = [hashFinder(db, table, pullId), hashFinder(db, table)];
  const since = { changed: [] as number[], vanished: [] as number[], appeared: [] as number[] };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const [before, after] = [then(some), now(some)];
    for (const id of some) {
      const [was, is] = [before.get(id), after.get(id)];
      if (was === is) continue;
      if (was === undefined) since.appeared.push(id);
      else if (is === undefined) since.vanished.push(id);
      else since.changed.push(id);
    }
  }
  return since;
}

/** Records that the ledger had by then, and that later pulls brought otherwise, missed or brought back. */
function touchedSince<R>(
  db: ReadableLedger,
  { name, idColumn: id }: RecordTable<R>,
  pullId: number,
): number[] {
  const later = (beside: string) =>
    `SELECT of.${id} FROM ${name}_${beside} AS of JOIN ${name} AS first ON first.${id} = of.${id}
     WHERE of.pull_id > @pullId AND first.pull_id <= @pullId`;
  return db
    .prepare<[{ pullId: number }], number>(`${later("version")} UNION ${later("presence")}`)
    .pluck()
    .all({ pullId });
}

/** Records of the period that later pulls were the first to bring. */
function broughtSince<R>(
  db: ReadableLedger,
  { name, idColumn: id }: RecordTable<R>,
  pullId: number,
  dates: readonly string[],
  { fromMs, toMs }: Pick<Period, "fromMs" | "toMs">,
): number[] {
  const isDated = dates.map((column) => `${column} BETWEEN @fromMs AND @toMs`).join(" OR ");
  return db
    .prepare<[{ pullId: number; fromMs: number; toMs: number }], number>(
      `SELECT ${id} FROM ${name} WHERE pull_id > @pullId AND (${isDated})`,
    )
    .pluck()
    .all({ pullId, fromMs, toMs });
}
