/** Payments that could explain a missing entry: paid, without an entry, and of the missing amount. */
import { firstWhere } from "../../sorted.ts";
import type { HeldNumbers } from "../input/column-kinds.ts";
import { type CheckState, breaks } from "./check-state.ts";

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
  expected: HeldNumbers,
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

/** Of payments of one time only the first few by payID can be nearest: a look-up stays short. */
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

// How many links would break if entries were taken in the order of their dates.

/**
 * The links that break in chains by dateCreated, then walletID; as everywhere, those across a gap between pulls
 * do not count.
 *
 * @param byWalletID the links that break in the order in use: the same where the dates of each chain ascend
 */
export function breaksByDate(state: CheckState, byWalletID: number): number {
  const { chains } = state;
  const isInOrder = chains.end.every((end, wallet) =>
    datesAscend(state, chains.start[wallet] as number, end),
  );
  if (isInOrder) return byWalletID;
  let broken = 0;
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    broken += brokenByDate(state, chains.start[wallet] as number, chains.end[wallet] as number);
  }
  return broken;
}

function datesAscend({ chains, input: { entries } }: CheckState, start: number, end: number): boolean {
  const dateAt = (place: number) => entries.dateCreatedAtMs[chains.order[place] as number] as number;
  for (let place = start + 1; place < end; place += 1) {
    if (dateAt(place) < dateAt(place - 1)) return false;
  }
  return true;
}

function brokenByDate({ chains, input, movement, covered }: CheckState, start: number, end: number): number {
  const { entries } = input;
  const { walletID, dateCreatedAtMs } = entries;
  // A list, not a column: its sort takes little time where few dates are out of order.
  const rows = Array.from(chains.order.subarray(start, end));
  rows.sort(
    (a, b) =>
      (dateCreatedAtMs[a] as number) - (dateCreatedAtMs[b] as number) ||
      (walletID[a] as number) - (walletID[b] as number),
  );
  let broken = 0;
  for (let at = 1; at < rows.length; at += 1) {
    const [older, newer] = [rows[at - 1] as number, rows[at] as number];
    const [a, b] = [walletID[older] as number, walletID[newer] as number];
    if (covered(Math.min(a, b), Math.max(a, b)) && breaks(entries, older, newer, movement[newer] as number)) {
      broken += 1;
    }
  }
  return broken;
}
