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

/** The most rows of a sorted list that are told by what else stands in them. */
const MOST_EDITED = 50;

/** A list whose rows stand in another order, some of which may have become others by what they are known by. */
export interface SortedRows {
  /** By the row that each stands in now where it was exported. */
  readonly order: ReadonlyMap<number, number>;
  /** Rows of the file that are none of the exported ones. */
  readonly edited: readonly number[];
  /** Exported rows that are none of the file's; as many. */
  readonly left: readonly number[];
}

/** null where rows stand as they were, or where more was done than changing their order and typing over some. */
export function sortedRows(exported: RowKeys, found: RowKeys): SortedRows | null {
  if (exported.length !== found.length) return null;
  const [places, placesNow] = [uniquePlaces(exported), uniquePlaces(found)];
  const order = new Map<number, number>();
  const edited: number[] = [];
  /** Typed over where they stood, or in the place of one that was typed over, too. */
  const inPlace: number[] = [];
  for (const [now, key] of found.entries()) {
    const before = exported[now] ?? 0;
    if (key === before) continue;
    const at = places.get(key) ?? -1;
    if (!(places.has(key) || placesNow.has(before))) {
      if (key !== 0 && before !== 0) inPlace.push(now + 1);
    } else if (at !== -1 && order.size < MOST_ORDERED) order.set(now + 1, at + 1);
    else if (key !== 0 && !places.has(key) && edited.length < MOST_EDITED) edited.push(now + 1);
    else return null;
  }
  // Rows that only made room for one another were inserted and deleted.
  if (order.size === 0 || (edited.length > 0 && isRising([...order.values()]))) return null;
  const taken = new Set(order.values());
  const left = [...edited, ...order.keys()].filter((row) => !taken.has(row));
  if (left.length !== edited.length) return null;
  if (inPlace.length > MOST_EDITED) return edited.length < 2 ? { order, edited, left } : null;
  return { order, edited: [...edited, ...inPlace], left: [...left, ...inPlace] };
}

/** The order of all rows. @param sameCells how much of a row of the file an exported row has, 0 to 1 */
export function orderOf(
  { order, edited, left }: SortedRows,
  sameCells: (now: number, was: number) => number,
): ReadonlyMap<number, number> | null {
  const [now, was] = [edited[0], left[0]];
  const pairs =
    now !== undefined && was !== undefined && edited.length === 1
      ? new Map([[now, was]])
      : likestRows(edited, left, sameCells);
  if (pairs === null) return null;
  const whole = new Map([...order, ...pairs]);
  const isWhole = [...whole.values()].every((row) => whole.has(row));
  return isWhole && new Set(whole.values()).size === whole.size ? whole : null;
}

/**
 * Each row with the one that it is most alike, and is by half; else with the one in its own place. null where
 * that is not clear for all.
 */
function likestRows(
  edited: readonly number[],
  left: readonly number[],
  sameCells: (now: number, was: number) => number,
): ReadonlyMap<number, number> | null {
  const pairs = new Map<number, number>();
  for (const now of edited) {
    const alike = left.map((was) => ({ was, same: sameCells(now, was) }));
    const [best, next] = alike.toSorted((a, b) => b.same - a.same);
    const isClear = best !== undefined && best.same >= 1 / 2 && best.same !== next?.same;
    if (!isClear && !left.includes(now)) return null;
    pairs.set(now, isClear ? best.was : now);
  }
  return new Set(pairs.values()).size === pairs.size ? pairs : null;
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
