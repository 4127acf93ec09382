/** Which entries say that they move the same amount for the same reason in one session of the service, within a day. */
import { DAY_MS } from "../time.ts";
import type { ColumnArray } from "./column-kinds.ts";
import { countedInput } from "./dates/counted-dates.ts";
import { type CheckInput, type EntryColumns, NO_PAYREF, NO_TEXT } from "./input.ts";
import { hashedOn } from "./payrefs/text-hash.ts";

type SessionColumns = Pick<EntryColumns, "length" | "userID" | "payref" | "action" | "credit" | "debit">;

/** The sessionIDs of rows, ascending, to be asked for one by one. */
export type SessionsOf = (rows: readonly number[]) => (row: number) => string | null;

/** So many sessions are held at once. */
const AT_ONCE = 10_000;

/**
 * Numbers the groups of entries that have user, payref, action, movement (not 0) and sessionID (not empty) in
 * common. Few entries have all but the last in common with another one that counts within a day of it: the
 * sessions of these alone are asked for.
 *
 * @returns by row: the number of its group, NO_TEXT where it is alone
 */
export function groupsOfOneSession(input: CheckInput, sessionsOf: SessionsOf): ColumnArray<"i32"> {
  const { entries } = input;
  const { userID, payref, action } = entries;
  const groups = new Int32Array(entries.length).fill(NO_TEXT);
  const first = new Map<string, number>();
  let count = 0;
  const rows = rowsAlike(input);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const sessionOf = sessionsOf(some);
    for (const row of some) {
      const session = sessionOf(row);
      if (session === null || session === "") continue;
      // The session comes last: it alone may hold anything.
      const alike = [userID[row], payref[row], action[row], movedBy(entries, row), session].join(" ");
      const other = first.get(alike);
      if (other === undefined) {
        first.set(alike, row);
        continue;
      }
      if (groups[other] === NO_TEXT) groups[other] = count++;
      groups[row] = groups[other] as number;
    }
  }
  return groups;
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
  if (user === business) return rows;
  return [...new Set([...rows, ...rowsNear(compared, business)])].toSorted((a, b) => a - b);
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
  const { hashes } = compared;
  const rows = rowsPerhapsNear(compared, atMs);
  const [hashOf, timeOf] = [(row: number) => hashes[row] as number, (row: number) => atMs[row] as number];
  rows.sort((a, b) => hashOf(a) - hashOf(b) || timeOf(a) - timeOf(b));
  const isNear = (row: number, other: number | undefined) =>
    other !== undefined && hashOf(row) === hashOf(other) && Math.abs(timeOf(row) - timeOf(other)) <= DAY_MS;
  return rows
    .filter((row, at) => isNear(row, rows[at - 1]) || isNear(row, rows[at + 1]))
    .toSorted((a, b) => a - b);
}

/** Of 32 days each has one. */
function bitOf(day: number): number {
  return 1 << (day & 31);
}

/** Of so many words of 32 bits for each row few bits are taken: a row in twenty finds one by chance. */
const WORDS_PER_ROW = 2;
const MOST_WORDS_LOG = 21;

/**
 * The same, with some more. Each hash has a word for every 32 days, chosen by the upper bits, which all that is hashed
 * moves: the days beside a row's own mostly are in the word that is at hand.
 */
function rowsPerhapsNear({ rows, count, hashes }: ComparedRows, atMs: Float64Array): number[] {
  const wordsLog = Math.min(MOST_WORDS_LOG, Math.ceil(Math.log2(WORDS_PER_ROW * (count + 1))));
  const once = new Int32Array(2 ** wordsLog);
  const twice = new Int32Array(2 ** wordsLog);
  const wordOf = (hash: number, day: number) => hashedOn(day >> 5, hash) >>> (32 - wordsLog);
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    const day = Math.floor((atMs[row] as number) / DAY_MS);
    const word = wordOf(hashes[row] as number, day);
    const held = once[word] as number;
    if ((held & bitOf(day)) === 0) once[word] = held | bitOf(day);
    else twice[word] = (twice[word] as number) | bitOf(day);
  }
  const near: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    const day = Math.floor((atMs[row] as number) / DAY_MS);
    const hash = hashes[row] as number;
    const isNear =
      ((twice[wordOf(hash, day)] as number) & bitOf(day)) !== 0 ||
      ((once[wordOf(hash, day - 1)] as number) & bitOf(day - 1)) !== 0 ||
      ((once[wordOf(hash, day + 1)] as number) & bitOf(day + 1)) !== 0;
    if (isNear) near.push(row);
  }
  return near;
}
