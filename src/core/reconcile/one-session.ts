/** Which entries say that they move the same amount for the same reason in one session of the service. */
import { hashedOn } from "./payrefs/text-hash.ts";
import type { ColumnArray } from "./column-kinds.ts";
import { type EntryColumns, NO_TEXT } from "./input.ts";

type Compared = Pick<EntryColumns, "length" | "userID" | "payref" | "action" | "credit" | "debit">;

/**
 * Numbers the groups of entries that have user, payref, action, movement (not 0) and sessionID (not empty) in
 * common. Few entries have all but the last in common with another one: the sessions of these alone are asked
 * for.
 *
 * @param sessionOf the sessionID of a row
 * @returns by row: the number of its group, NO_TEXT where it is alone
 */
export function groupsOfOneSession(
  entries: Compared,
  sessionOf: (row: number) => string | null,
): ColumnArray<"i32"> {
  const { userID, payref, action } = entries;
  const groups = new Int32Array(entries.length).fill(NO_TEXT);
  const first = new Map<string, number>();
  let count = 0;
  for (const row of rowsAlike(entries)) {
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

/** The upper bits of a hash, which all that is hashed moves: a row in twenty of a million shares one by chance. */
const COUNTED_BITS = 24;
const SEVERAL = 2;

/** Rows whose hash of user, payref, action and movement another row has, too; ascending. */
function rowsAlike(entries: Compared): number[] {
  const { userID, payref, action, length } = entries;
  const hashes = new Int32Array(length);
  const bits = Math.min(COUNTED_BITS, Math.ceil(Math.log2(16 * length + 16)));
  const counters = new Uint8Array(2 ** bits);
  const counterOf = (hash: number) => hash >>> (32 - bits);
  for (let row = 0; row < length; row += 1) {
    const moved = movedBy(entries, row);
    if (moved === 0) continue;
    const hash = hashedOn(
      hashedOn(hashedOn(moved, payref[row] as number), action[row] as number),
      userID[row] as number,
    );
    hashes[row] = hash;
    const counter = counterOf(hash);
    if ((counters[counter] as number) < SEVERAL) counters[counter] = (counters[counter] as number) + 1;
  }
  const rows: number[] = [];
  for (let row = 0; row < length; row += 1) {
    const isCounted = counters[counterOf(hashes[row] as number)] === SEVERAL;
    if (isCounted && movedBy(entries, row) !== 0) rows.push(row);
  }
  const times = new Map<number, number>();
  for (const row of rows) times.set(hashes[row] as number, (times.get(hashes[row] as number) ?? 0) + 1);
  return rows.filter((row) => (times.get(hashes[row] as number) ?? 0) >= SEVERAL);
}
