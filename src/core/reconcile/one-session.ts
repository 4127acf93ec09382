/** Which entries say that they move the same amount for the same reason in one session of the service. */
import { hashedOn } from "./payrefs/text-hash.ts";
import type { ColumnArray } from "./column-kinds.ts";
import { type EntryColumns, NO_TEXT } from "./input.ts";

/** Stands for the hash of an empty sessionID, and of none. */
const NO_SESSION = 0;

/** A hash of a sessionID: a whole number of 32 bits. */
export function sessionHash(text: string | null): number {
  if (text === null || text === "") return NO_SESSION;
  let hash = NO_SESSION;
  for (let at = 0; at < text.length; at += 1) hash = hashedOn(hash, text.charCodeAt(at));
  return hash === NO_SESSION ? 1 : hash;
}

type Compared = Pick<EntryColumns, "length" | "userID" | "payref" | "action" | "credit" | "debit">;

/**
 * Numbers the groups of entries that have user, payref, action, movement (not 0) and sessionID (not empty) in
 * common. A text is looked at only where another entry has the same hash of all of these.
 *
 * @param hashes by row, see `sessionHash`
 * @param sessionOf the sessionID of a row
 * @returns by row: the number of its group, NO_TEXT where it is alone
 */
export function groupsOfOneSession(
  entries: Compared,
  hashes: Int32Array,
  sessionOf: (row: number) => string | null,
): ColumnArray<"i32"> {
  const { userID, payref, action, credit, debit } = entries;
  const moved = (row: number) => (credit[row] as number) - (debit[row] as number);
  const whole = new Int32Array(entries.length);
  for (let row = 0; row < whole.length; row += 1) {
    const [session, movement] = [hashes[row] as number, moved(row)];
    if (session === NO_SESSION || movement === 0) continue;
    const entry = hashedOn(hashedOn(session, movement), payref[row] as number);
    whole[row] = hashedOn(hashedOn(entry, action[row] as number), userID[row] as number);
  }
  const several = valuesOfSeveral(whole);
  const groups = new Int32Array(entries.length).fill(NO_TEXT);
  const first = new Map<string, number>();
  let count = 0;
  for (let row = 0; several.size > 0 && row < entries.length; row += 1) {
    if (!several.has(whole[row] as number)) continue;
    // The session comes last: it alone may hold anything.
    const alike = [userID[row], payref[row], action[row], moved(row), sessionOf(row)].join(" ");
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

/** The hashes that more than one row has. */
function valuesOfSeveral(hashes: Int32Array): Set<number> {
  const sorted = hashes.toSorted();
  const several = new Set<number>();
  for (let at = 1; at < sorted.length; at += 1) {
    if (sorted[at] === sorted[at - 1]) several.add(sorted[at] as number);
  }
  several.delete(NO_SESSION);
  return several;
}
