/** Which records are not what they were at a link of the trail. */
import type { RecordsSince } from "../../../core/review/since/since.ts";
import type { Period } from "../../../core/time.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { storedTable } from "../trail/counting.ts";
import { type RecordsThen, judgedSince, readThen } from "../trail/then.ts";
import { hashFinder } from "./current-record.ts";
import type { RecordTable } from "./record-table.ts";

/** How many records are compared at once. */
const AT_ONCE = 1000;

/**
 * Compares records as of now with those at a link. It takes time by what pulls brought since, and by what
 * those brought that were set aside or put back since.
 *
 * @param dates columns of which one must be in the period for a record that appeared
 */
export function recordsSince<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  moment: RecordsThen,
  dates: readonly string[],
  period: Pick<Period, "fromMs" | "toMs">,
): RecordsSince {
  const judged = judgedSince(db, moment);
  return readThen(db, moment, (was, pullId) => {
    const found = { before: hashFinder(was, table, pullId), now: hashFinder(db, table) };
    if (judged.length === 0) {
      const brought = broughtSince(db, table, moment.pullId, dates, period);
      return compared([...touchedSince(db, table, moment.pullId), ...brought], found);
    }
    const since = compared(touchedBy(db, table, moment.pullId, judged), found);
    const dated = new Set(broughtSince(db, table, 0, dates, period));
    return { ...since, appeared: since.appeared.filter((id) => dated.has(id)) };
  });
}

type Hashes = (ids: readonly number[]) => ReadonlyMap<number, string>;

function compared(ids: number[], found: { readonly before: Hashes; readonly now: Hashes }): RecordsSince {
  ids.sort((a, b) => a - b);
  const since = { changed: [] as number[], vanished: [] as number[], appeared: [] as number[] };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const [before, after] = [found.before(some), found.now(some)];
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
  return db
    .prepare<[{ pullId: number; judged: string }], number>(
      ["", "_version", "_presence"].map(of).join(" UNION "),
    )
    .pluck()
    .all({ pullId, judged: JSON.stringify(judged) });
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
