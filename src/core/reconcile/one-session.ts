/** Which entries say that they move the same amount for the same reason in one session of the service, within a day. */
import { DAY_MS } from "../time.ts";
import type { ColumnArray } from "./column-kinds.ts";
import { countedInput } from "./dates/counted-dates.ts";
import { type CheckInput, type EntryColumns, NO_TEXT } from "./input.ts";
import { BASE, hashedOn } from "./payrefs/text-hash.ts";

type Compared = Pick<EntryColumns, "length" | "userID" | "payref" | "action" | "credit" | "debit">;

/**
 * Numbers the groups of entries that have user, payref, action, movement (not 0) and sessionID (not empty) in
 * common. Few entries have all but the last in common with another one that counts within a day of it: the
 * sessions of these alone are asked for.
 *
 * @param sessionOf the sessionID of a row
 * @returns by row: the number of its group, NO_TEXT where it is alone
 */
export function groupsOfOneSession(
  input: CheckInput,
  sessionOf: (row: number) => string | null,
): ColumnArray<"i32"> {
  const { entries } = input;
  const { userID, payref, action } = entries;
  const groups = new Int32Array(entries.length).fill(NO_TEXT);
  const first = new Map<string, number>();
  let count = 0;
  for (const row of rowsAlike(input)) {
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
  return groups;
}

/** The same under either convention, but for its sign. */
function movedBy({ credit, debit }: Compared, row: number): number {
  return (credit[row] as number) - (debit[row] as number);
}

/** The two scopes mostly count every entry at the same time. */
function rowsAlike(input: CheckInput): Iterable<number> {
  const user = countedInput(input, "user").entries;
  const business = countedInput(input, "business").entries;
  const hashes = hashesOf(input.entries);
  const rows = rowsNear(input.entries, hashes, user.dateCreatedAtMs);
  if (user.dateCreatedAtMs === business.dateCreatedAtMs) return rows;
  const others = rowsNear(input.entries, hashes, business.dateCreatedAtMs);
  return new Set([...rows, ...others].toSorted((a, b) => a - b));
}

/** By row: a hash of user, payref, action and movement. */
function hashesOf(entries: Compared): Int32Array {
  const { userID, payref, action, length } = entries;
  const hashes = new Int32Array(length);
  for (let row = 0; row < length; row += 1) {
    hashes[row] = hashedOn(
      hashedOn(hashedOn(movedBy(entries, row), payref[row] as number), action[row] as number),
      userID[row] as number,
    );
  }
  return hashes;
}

/** Rows that move something and whose hash another such row has within a day; ascending. */
function rowsNear(entries: Compared, hashes: Int32Array, atMs: Float64Array): number[] {
  const rows = rowsPerhapsNear(entries, hashes, atMs);
  const [hashOf, timeOf] = [(row: number) => hashes[row] as number, (row: number) => atMs[row] as number];
  rows.sort((a, b) => hashOf(a) - hashOf(b) || timeOf(a) - timeOf(b));
  const isNear = (row: number, other: number | undefined) =>
    other !== undefined && hashOf(row) === hashOf(other) && Math.abs(timeOf(row) - timeOf(other)) <= DAY_MS;
  return rows
    .filter((row, at) => isNear(row, rows[at - 1]) || isNear(row, rows[at + 1]))
    .toSorted((a, b) => a - b);
}

/** Of so many bits for each row few are taken: a row in twenty finds one by chance. */
const BITS_PER_ROW = 64;
const MOST_BITS = 26;

function isIn(bits: Int32Array, place: number): boolean {
  return ((bits[place >>> 5] as number) & (1 << (place & 31))) !== 0;
}

function addTo(bits: Int32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

/** The same, with some more: by the upper bits, which all that is hashed moves, of the hash on a day. */
function rowsPerhapsNear(entries: Compared, hashes: Int32Array, atMs: Float64Array): number[] {
  const bits = Math.min(MOST_BITS, Math.ceil(Math.log2(BITS_PER_ROW * (entries.length + 1))));
  const once = new Int32Array(2 ** bits / 32);
  const twice = new Int32Array(2 ** bits / 32);
  const placeOf = (row: number, day: number) =>
    ((hashes[row] as number) + Math.imul(day, BASE)) >>> (32 - bits);
  const dayOf = (row: number) => Math.floor((atMs[row] as number) / DAY_MS);
  for (let row = 0; row < entries.length; row += 1) {
    if (movedBy(entries, row) === 0) continue;
    const place = placeOf(row, dayOf(row));
    addTo(isIn(once, place) ? twice : once, place);
  }
  const rows: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    if (movedBy(entries, row) === 0) continue;
    const day = dayOf(row);
    const isNear =
      isIn(twice, placeOf(row, day)) ||
      isIn(once, placeOf(row, day - 1)) ||
      isIn(once, placeOf(row, day + 1));
    if (isNear) rows.push(row);
  }
  return rows;
}
