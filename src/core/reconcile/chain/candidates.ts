/** Payments that could explain a missing entry: paid, without an entry, and of the missing amount. */
import { firstWhere } from "../../sorted.ts";
import type { CheckState } from "../check-state.ts";

const MOST = 5;

/**
 * Finds the payments that fit each missing entry.
 *
 * @param unsettled transaction rows flagged paid-without-entry
 * @returns a look-up: payrefs by nearest datePaid to the entry's dateCreated, ties by payID, at most five
 */
export function candidateFinder(
  state: CheckState,
  unsettled: readonly number[],
  expected: Float64Array,
): (row: number, difference: number) => string[] {
  const { entries, transactions, payrefs } = state.input;
  const groups = Map.groupBy(unsettled, (row) =>
    key(transactions.userID[row] as number, expected[row] as number),
  );
  const paid = (row: number) => state.datePaidAtMs[row] as number;
  const payID = (row: number) => transactions.payID[row] as number;
  for (const [of, group] of groups) {
    group.sort((a, b) => sortKey(paid(a)) - sortKey(paid(b)) || payID(a) - payID(b));
    groups.set(
      of,
      firstOfEachTime(group, (row) => sortKey(paid(row))),
    );
  }
  return (row, difference) => {
    const group = groups.get(key(entries.userID[row] as number, difference)) ?? [];
    const atMs = entries.dateCreatedAtMs[row] as number;
    const distance = (candidate: number) => sortKey(Math.abs(paid(candidate) - atMs));
    const from = firstWhere(group, (payment) => sortKey(paid(payment)) >= atMs);
    return nearest(group, distance, from)
      .toSorted((a, b) => distance(a) - distance(b) || payID(a) - payID(b))
      .slice(0, MOST)
      .map((candidate) => payrefs.at(transactions.payref[candidate] as number));
  };
}

/**
 * Of payments of one time only the first few by payID can be among the nearest: however many there are, a
 * look-up stays short.
 */
function firstOfEachTime(group: readonly number[], time: (row: number) => number): number[] {
  let run = 0;
  return group.filter((row, at) => {
    const before = group[at - 1];
    run = before !== undefined && time(before) === time(row) ? run + 1 : 0;
    return run < MOST;
  });
}

function key(userID: number, amount: number): string {
  return `${userID} ${amount}`;
}

/** A payment without a time comes last. */
function sortKey(atMs: number): number {
  return Number.isNaN(atMs) ? Number.MAX_SAFE_INTEGER : atMs;
}

/** The five nearest of a group sorted by time, and all that are as near as the fifth. */
function nearest(group: readonly number[], distance: (row: number) => number, from: number): number[] {
  const taken: number[] = [];
  let left = from - 1;
  let right = from;
  let last = -1;
  while (left >= 0 || right < group.length) {
    const toLeft = left < 0 ? Infinity : distance(group[left] as number);
    const toRight = right >= group.length ? Infinity : distance(group[right] as number);
    const next = Math.min(toLeft, toRight);
    if (taken.length >= MOST && next > last) break;
    last = next;
    if (toLeft <= toRight) {
      taken.push(group[left] as number);
      left -= 1;
    } else {
      taken.push(group[right] as number);
      right += 1;
    }
  }
  return taken;
}
