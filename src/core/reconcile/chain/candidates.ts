/** Payments that could explain a missing entry: paid, without an entry, and of the missing amount. */
import { oncePer } from "../../once-per.ts";
import { firstWhere, putUnder } from "../../sorted.ts";
import { DAY_MS } from "../../time.ts";
import { type FindingDraft, isByAmount } from "../input/findings.ts";
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

// Entries without a payref that may be what a payment lacks, or make up for a break.

const WITHIN_MS = 31 * DAY_MS;

/** The amount that an entry would have; null where none is looked for. */
function soughtAmount({ rule, cause, expected, difference = 0 }: FindingDraft["finding"]): number | null {
  if (rule === "paid-without-entry") return expected ?? null;
  return cause === "overwritten" || isByAmount(cause) ? 0 - difference : null;
}

/**
 * Names in a finding the entry without a payref that may be what it lacks: the only one of its wallet of that amount, at most 31 days after it.
 *
 * @param lists of drafts, which are replaced by those that name one
 * @param isTied whether something ties an entry, by its row
 */
export function nameLikelyEntries(
  state: CheckState,
  lists: readonly FindingDraft[][],
  isTied: (row: number) => boolean,
): void {
  const { userID, walletID, dateCreatedAtMs } = state.input.entries;
  const wanted = new Map<number, { drafts: FindingDraft[]; at: number; fromMs: number; found: number[] }[]>();
  for (const drafts of lists) {
    for (const [at, { finding, entryRow, transactionRow = -1 }] of drafts.entries()) {
      const amount = soughtAmount(finding);
      // A payment may be entered before its time is written.
      const fromMs =
        entryRow === undefined
          ? (state.datePaidAtMs[transactionRow] as number) - DAY_MS
          : dateCreatedAtMs[entryRow];
      if (amount !== null) putUnder(wanted, amount, { drafts, at, fromMs: fromMs as number, found: [] });
    }
  }
  for (let row = 0; wanted.size > 0 && row < userID.length; row += 1) {
    const sought = wanted.get(state.movement[row] as number) ?? [];
    // Of many alike none is told apart by its amount.
    if (sought.length === 0 || sought.length > MOST || state.exists[row] === 0 || isTied(row)) continue;
    for (const { drafts, at, fromMs, found } of sought) {
      const afterMs = (dateCreatedAtMs[row] as number) - fromMs;
      const isOwn = userID[row] === drafts[at]?.finding.userID;
      if (isOwn && afterMs > 0 && afterMs <= WITHIN_MS && found.length < 2) found.push(row);
    }
  }
  for (const { drafts, at, found } of [...wanted.values()].flat()) {
    const [row = -1] = found;
    if (found.length !== 1) continue;
    const { finding, ...draft } = drafts[at] as FindingDraft;
    const moved = `walletID ${walletID[row]} moved ${state.say(state.movement[row] as number)} without a payref at ${state.wording.sayTime(dateCreatedAtMs[row] as number)}`;
    const what = finding.payID === null ? "make up for this" : "be this payment's";
    drafts[at] = {
      ...draft,
      finding: { ...finding, message: `${finding.message} ${moved}: it may ${what}.` },
    };
  }
}

// The order of dates: how many links would break in it, and from which row each follows.

interface OrderByDate {
  /** The links that break in chains by dateCreated, then walletID; as everywhere, those across a gap between pulls do not count. */
  readonly breaks: number;
  /** By row: the row before it in that order, where it follows from that one; itself where it opens a chain at zero; else −1. */
  readonly olderOf: Int32Array;
}

/** null where the dates of each chain ascend: the order in use is the same. */
export const dateOrder = oncePer((state: CheckState): OrderByDate | null => {
  const { start, end } = state.chains;
  if (end.every((last, wallet) => datesAscend(state, start[wallet] as number, last))) return null;
  const olderOf = new Int32Array(state.movement.length).fill(-1);
  let broken = 0;
  for (let wallet = 0; wallet < end.length; wallet += 1) {
    broken += followByDate(state, start[wallet] as number, end[wallet] as number, olderOf);
  }
  return { breaks: broken, olderOf };
});

function datesAscend({ chains, input: { entries } }: CheckState, start: number, end: number): boolean {
  const dateAt = (place: number) => entries.dateCreatedAtMs[chains.order[place] as number] as number;
  for (let place = start + 1; place < end; place += 1) {
    if (dateAt(place) < dateAt(place - 1)) return false;
  }
  return true;
}

/** Fills `olderOf` for one chain. @returns its links that break */
function followByDate(
  { chains, input, movement, covered }: CheckState,
  start: number,
  end: number,
  olderOf: Int32Array,
): number {
  const { entries } = input;
  const { walletID, dateCreatedAtMs } = entries;
  // A list, not a column: its sort takes little time where few dates are out of order.
  const rows = Array.from(chains.order.subarray(start, end));
  rows.sort(
    (a, b) =>
      (dateCreatedAtMs[a] as number) - (dateCreatedAtMs[b] as number) ||
      (walletID[a] as number) - (walletID[b] as number),
  );
  const first = rows[0] ?? -1;
  if (first !== -1 && entries.balance[first] === movement[first]) olderOf[first] = first;
  let broken = 0;
  for (let at = 1; at < rows.length; at += 1) {
    const [older, newer] = [rows[at - 1] as number, rows[at] as number];
    const [a, b] = [walletID[older] as number, walletID[newer] as number];
    if (!covered(Math.min(a, b), Math.max(a, b))) continue;
    if (breaks(entries, older, newer, movement[newer] as number)) broken += 1;
    else olderOf[newer] = older;
  }
  return broken;
}
