/** Which entries say that they move the same amount for the same reason in one session of the service, within a day. */
import { freeMemory } from "../../memory.ts";
import { DAY_MS } from "../../time.ts";
import { NO_SESSION } from "./column-kinds.ts";
import { countedInput } from "./counted-dates.ts";
import { type CheckInput, type EntryColumns, NO_PAYREF } from "./input.ts";
import { hashedOn } from "./text-hash.ts";

type SessionColumns = Pick<EntryColumns, "length" | "userID" | "payref" | "action" | "credit" | "debit">;

/** The sessionIDs of rows, ascending, to be asked for one by one. */
export type SessionsOf = (rows: readonly number[]) => (row: number) => string | null;

/** So many sessions are held at once. */
const AT_ONCE = 10_000;

/**
 * Numbers, in their column, the groups of entries that have user, payref, action, movement (not 0) and sessionID (not empty) in
 * common. Few entries have all but the last in common with another one that counts within a day of it: the
 * sessions of these alone are asked for.
 *
 * @param groups the column `session` of the input, NO_SESSION in all rows
 */
export function numberSessions(input: CheckInput, groups: Int32Array, sessionsOf: SessionsOf): void {
  const { entries } = input;
  const { userID, payref, action } = entries;
  const first = new Map<string, number>();
  /** Where others of the session came before. */
  const later = new Map<string, number>();
  let count = 0;
  const rows = rowsAlike(input);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const sessionOf = sessionsOf(some);
    for (const row of some) {
      const session = sessionOf(row);
      if (session === null || session === "") continue;
      let known = first;
      let alike = session;
      let other = known.get(alike);
      if (other !== undefined && !isAlike(entries, other, row)) {
        known = later;
        // The session comes last: it alone may hold anything.
        alike = `${userID[row]} ${payref[row]} ${action[row]} ${movedBy(entries, row)} ${session}`;
        other = known.get(alike);
      }
      if (other === undefined) {
        known.set(alike, row);
        continue;
      }
      if (groups[other] === NO_SESSION) groups[other] = ++count;
      groups[row] = groups[other] as number;
    }
  }
}

/** Whether two rows have all in common but their sessions. */
function isAlike(entries: SessionColumns, a: number, b: number): boolean {
  const { userID, payref, action } = entries;
  return (
    movedBy(entries, a) === movedBy(entries, b) &&
    payref[a] === payref[b] &&
    action[a] === action[b] &&
    userID[a] === userID[b]
  );
}

/** The same under either convention, but for its sign. */
function movedBy({ credit, debit }: SessionColumns, row: number): number {
  return (credit[row] as number) - (debit[row] as number);
}

/** The two scopes mostly count every entry at the same time. */
function rowsAlike(input: CheckInput): readonly number[] {
  const user = countedInput(input, "user").entries.dateCreatedAtMs;
  const business = countedInput(input, "business").entries.dateCreatedAtMs;
  const compared = comparedRows(input);
  const rows = rowsNear(compared, user);
  const later = user === business ? [] : rowsNear(compared, business);
  freeMemory(compared.rows.buffer);
  freeMemory(compared.hashes.buffer);
  return later.length === 0 ? rows : [...new Set([...rows, ...later])].toSorted((a, b) => a - b);
}

/** Rows that may be alike: they move something, and their payref, where they have one, another row has, too. */
interface ComparedRows {
  /** Ascending; as many as `count`. */
  readonly rows: Int32Array;
  readonly count: number;
  /** By row, of these: a hash of user, payref, action and movement. */
  readonly hashes: Int32Array;
}

function comparedRows({ entries, payrefs }: CheckInput): ComparedRows {
  const { userID, payref, action, credit, debit, length } = entries;
  const isOnce = new Uint8Array(payrefs.length);
  const isTwice = new Uint8Array(payrefs.length);
  for (let row = 0; row < length; row += 1) {
    const id = payref[row] as number;
    isTwice[id] = isOnce[id] as number;
    isOnce[id] = 1;
  }
  isTwice[NO_PAYREF] = 1;
  const rows = new Int32Array(length);
  const hashes = new Int32Array(length);
  let count = 0;
  for (let row = 0; row < length; row += 1) {
    const id = payref[row] as number;
    if (isTwice[id] === 0) continue;
    const moved = (credit[row] as number) - (debit[row] as number);
    if (moved === 0) continue;
    hashes[row] = hashedOn(hashedOn(hashedOn(moved, id), action[row] as number), userID[row] as number);
    rows[count] = row;
    count += 1;
  }
  return { rows, count, hashes };
}

/** Those whose hash another one has within a day; ascending. */
function rowsNear(compared: ComparedRows, atMs: Float64Array): number[] {
  const newest = new Map<number, number>();
  const isNear = new Uint8Array(atMs.length);
  for (const row of rowsPerhapsNear(compared, atMs)) {
    const hash = compared.hashes[row] as number;
    const other = newest.get(hash);
    newest.set(hash, row);
    if (other === undefined || !((atMs[row] as number) - (atMs[other] as number) <= DAY_MS)) continue;
    isNear[row] = isNear[other] = 1;
  }
  const near: number[] = [];
  for (let row = 0; row < isNear.length; row += 1) if (isNear[row] === 1) near.push(row);
  return near;
}

/** Of so many slots for each row of an average day, one row in so many finds another's by chance. */
const SLOTS_PER_ROW = 64;
const [FEWEST_SLOTS_LOG, MOST_SLOTS_LOG] = [10, 22];
const NO_ROW = -1;

/**
 * The same, with some more; by time. Each slot knows the newest row whose hash has it: where that is within a day,
 * both are taken, be their hashes equal or not. So no row hides another, and a day's rows need few slots.
 */
function rowsPerhapsNear(compared: ComparedRows, atMs: Float64Array): number[] {
  const rows = byTime(compared, atMs);
  const shift = 32 - slotsLogFor(rows, atMs);
  const newest = new Int32Array(2 ** (32 - shift)).fill(NO_ROW);
  const isNear = new Uint8Array(atMs.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const slot = (compared.hashes[row] as number) >>> shift;
    const other = newest[slot] as number;
    newest[slot] = row;
    if (other !== NO_ROW && (atMs[row] as number) - (atMs[other] as number) <= DAY_MS)
      isNear[row] = isNear[other] = 1;
  }
  const near: number[] = [];
  for (let at = 0; at < rows.length; at += 1)
    if (isNear[rows[at] as number] === 1) near.push(rows[at] as number);
  return near;
}

function slotsLogFor(rows: ArrayLike<number>, atMs: Float64Array): number {
  if (rows.length === 0) return FEWEST_SLOTS_LOG;
  const timeOf = (at: number) => atMs[rows[at] as number] as number;
  const days = 1 + (timeOf(rows.length - 1) - timeOf(0)) / DAY_MS;
  const log = Math.ceil(Math.log2((SLOTS_PER_ROW * rows.length) / days));
  return Math.min(MOST_SLOTS_LOG, Math.max(FEWEST_SLOTS_LOG, log));
}

/** Mostly they are in this order. */
function byTime({ rows, count }: ComparedRows, atMs: Float64Array): Int32Array | number[] {
  const held = rows.subarray(0, count);
  const timeOf = (row: number) => atMs[row] as number;
  for (let at = 1; at < count; at += 1) {
    if (timeOf(held[at] as number) < timeOf(held[at - 1] as number)) {
      // A list, not a column: its sort takes little time where few are out of order.
      return Array.from(held).toSorted((a, b) => timeOf(a) - timeOf(b));
    }
  }
  return held;
}
