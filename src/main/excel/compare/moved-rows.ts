/** Which exported row is which row of the file that came back, where rows were inserted or deleted. */
import { firstWhere } from "../../../core/sorted.ts";

/** Rows from 1 on that moved together. */
interface MovedRun {
  readonly from: number;
  readonly to: number;
  /** How far they stand further down now. */
  readonly by: number;
}

export class MovedRows {
  /** In order; rows between them were deleted. */
  readonly #runs: readonly MovedRun[];
  /** How many rows were exported: those of them after the last run were deleted, too. */
  readonly #exported: number;

  constructor(runs: readonly MovedRun[], exported: number) {
    this.#runs = runs;
    this.#exported = exported;
  }

  /** The row now; null when it was deleted. Rows after the last exported one moved as that one did. */
  now(row: number): number | null {
    const run = this.#runs[this.#at(row)];
    if (run !== undefined) return row < run.from ? null : row + run.by;
    if (row <= this.#exported) return null;
    const last = this.#runs.at(-1) ?? { to: 0, by: 0 };
    return row + last.by - (this.#exported - last.to);
  }

  /** The nearest row that is left, at or after a row; null when none of those that were exported is. */
  nowOrNext(row: number): number | null {
    const run = this.#runs[this.#at(row)];
    return run === undefined ? this.now(row) : Math.max(row, run.from) + run.by;
  }

  /** The nearest row that is left, at or before a row. */
  nowOrBefore(row: number): number | null {
    const here = this.now(row);
    if (here !== null) return here;
    const before = this.#runs[this.#at(row) - 1];
    return before === undefined ? null : before.to + before.by;
  }

  /** Which row it was when it was exported; null when it was inserted. */
  was(now: number): number | null {
    const run = this.#runs[firstWhere(this.#runs, ({ to, by }) => to + by >= now)];
    if (run !== undefined) return now < run.from + run.by ? null : now - run.by;
    return now - (this.#runs.at(-1)?.by ?? 0);
  }

  /** The first run that ends at or after a row. */
  #at(row: number): number {
    return firstWhere(this.#runs, ({ to }) => to >= row);
  }
}

/** One number per row, 0 for an empty one: rows of one number look alike. From row 1 on. */
type RowKeys = readonly number[];

/** Finds out which rows are which by their keys, in time in proportion to their number. */
export function alignRows(exported: RowKeys, found: RowKeys): MovedRows {
  const [placesExported, placesFound] = [uniquePlaces(exported), uniquePlaces(found)];
  const runs: MovedRun[] = [];
  let [at, now] = [0, 0];
  const keep = () => {
    const last = runs.at(-1);
    const [row, by] = [at + 1, now - at];
    if (last?.by === by && last.to === at) runs[runs.length - 1] = { ...last, to: row };
    else runs.push({ from: row, to: row, by });
    at += 1;
    now += 1;
  };
  while (at < exported.length && now < found.length) {
    const jump = isInPlace(exported, found, at, now)
      ? STAY
      : (nearJump(exported, found, at, now) ??
        anchorJump(
          placesExported.get(found[now] ?? 0) ?? -1,
          placesFound.get(exported[at] ?? 0) ?? -1,
          at,
          now,
        ));
    at += jump.deleted;
    now += jump.inserted;
    if (at < exported.length && now < found.length) keep();
  }
  return new MovedRows(runs, exported.length);
}

interface Jump {
  readonly deleted: number;
  readonly inserted: number;
}
const STAY: Jump = { deleted: 0, inserted: 0 };

/** The same row, or one that was typed over between rows that stayed. */
function isInPlace(exported: RowKeys, found: RowKeys, at: number, now: number): boolean {
  if (exported[at] === found[now]) return true;
  return exported[at + 1] === found[now + 1] && exported[at + 2] === found[now + 2];
}

/** How many rows are looked at before those that are told apart by what stands in them. */
const NEAR = 3;

function nearJump(exported: RowKeys, found: RowKeys, at: number, now: number): Jump | null {
  for (let by = 1; by <= NEAR; by += 1) {
    if (exported[at + by] === found[now] && exported[at + by + 1] === found[now + 1])
      return { deleted: by, inserted: 0 };
    if (found[now + by] === exported[at] && found[now + by + 1] === exported[at + 1])
      return { deleted: 0, inserted: by };
  }
  return null;
}

/** Both say where the other's row is, −1 for neither: a found one exported, an exported one found. */
function anchorJump(inExported: number, inFound: number, at: number, now: number): Jump {
  const deleted = inExported > at ? inExported - at : Infinity;
  const inserted = inFound > now ? inFound - now : Infinity;
  if (deleted === Infinity && inserted === Infinity) return STAY;
  return deleted < inserted ? { deleted, inserted: 0 } : { deleted: 0, inserted };
}

/** The most rows that are held to be put in order. */
const MOST_ORDERED = 100_000;

/**
 * Where rows were exported that stand in another order: by the row that each stands in now. One of them may
 * have become another by what it is known by. null where they stand as they were, or where more was done than
 * changing their order.
 */
export function orderOf(exported: RowKeys, found: RowKeys): ReadonlyMap<number, number> | null {
  if (exported.length !== found.length) return null;
  const [places, placesNow] = [uniquePlaces(exported), uniquePlaces(found)];
  const order = new Map<number, number>();
  let edited: number | null = null;
  for (const [now, key] of found.entries()) {
    const before = exported[now] ?? 0;
    // It stands where it stood, or was typed over there.
    if (key === before || !(places.has(key) || placesNow.has(before))) continue;
    const at = places.get(key) ?? -1;
    if (at !== -1 && order.size < MOST_ORDERED) order.set(now + 1, at + 1);
    else if (key !== 0 && !places.has(key) && edited === null) edited = now + 1;
    else return null;
  }
  if (edited !== null) {
    // Rows that only made room for one another were inserted and deleted.
    if (isRising([...order.values()])) return null;
    const taken = new Set(order.values());
    const [left, ...others] = [edited, ...order.keys()].filter((row) => !taken.has(row));
    if (left === undefined || others.length > 0) return null;
    order.set(edited, left);
  }
  const isWhole = [...order.values()].every((row) => order.has(row));
  return order.size > 0 && isWhole && new Set(order.values()).size === order.size ? order : null;
}

function isRising(rows: readonly number[]): boolean {
  return rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
}

/** Where rows stand that no other looks like. */
function uniquePlaces(keys: RowKeys): Map<number, number> {
  const places = new Map<number, number>();
  for (const [at, key] of keys.entries()) if (key !== 0) places.set(key, places.has(key) ? -1 : at);
  return places;
}
