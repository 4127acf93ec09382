/** Likely other sides: payments of the amount of a missing entry, and entries of the amount that a finding lacks. */
import { firstWhere, putUnder } from "../../sorted.ts";
import { DAY_MS } from "../../time.ts";
import type { FindingDraft } from "../input/findings.ts";
import type { HeldNumbers } from "../input/column-kinds.ts";
import type { CheckState } from "./check-state.ts";

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

/** Of rows, more than one. */
const SEVERAL = -1;

/** A finding that lacks an amount, by its place in a list of drafts. */
interface LackedAmount {
  readonly drafts: FindingDraft[];
  readonly at: number;
  readonly draft: FindingDraft;
  /** The amount moves after it, milliseconds UTC. */
  readonly fromMs: number;
  /** The row that is it, or SEVERAL; null for none. */
  found: number | null;
}

/**
 * Names in a finding that lacks an amount the entry without a payref that may be it: the only one of its wallet of that amount whose
 * own balance follows, and which no other finding could name. For a break it comes after it, by its walletID and at most 31 days later;
 * for a payment it is made from a day before it was paid to 30 days after.
 *
 * @param lists of drafts, which are replaced by those that name one
 * @param difference by row, of its link
 * @param isTied whether something ties an entry, by its row
 */
export function nameLikelyEntries(
  state: CheckState,
  lists: readonly FindingDraft[][],
  difference: HeldNumbers,
  isTied: (row: number) => boolean,
): void {
  const { userID, businessID, walletID, dateCreatedAtMs } = state.input.entries;
  const wanted = new Map<number, LackedAmount[]>();
  for (const drafts of lists) {
    for (const [at, draft] of drafts.entries()) {
      const { lacks, entryRow, transactionRow = -1 } = draft;
      if (lacks === undefined) continue;
      const paidAtMs = state.datePaidAtMs[transactionRow] as number;
      const fromMs = entryRow === undefined ? paidAtMs - DAY_MS : (dateCreatedAtMs[entryRow] as number);
      putUnder(wanted, lacks, { drafts, at, draft, fromMs, found: null });
    }
  }
  const isLikely = (row: number, { draft: { finding, entryRow }, fromMs }: LackedAmount) => {
    const afterMs = (dateCreatedAtMs[row] as number) - fromMs;
    const isAfter = entryRow === undefined || (walletID[row] as number) > (walletID[entryRow] as number);
    const isOwn =
      userID[row] === finding.userID &&
      (state.options.chainScope === "user" || businessID[row] === finding.businessID);
    return isOwn && isAfter && afterMs > 0 && afterMs <= 31 * DAY_MS;
  };
  for (let row = 0; wanted.size > 0 && row < userID.length; row += 1) {
    const all = wanted.get(state.movement[row] as number);
    if (all === undefined || difference[row] !== 0 || state.exists[row] === 0 || isTied(row)) continue;
    // Of many alike none is told apart by its amount.
    const likely = all.length > MOST ? [] : all.filter((lacked) => isLikely(row, lacked));
    for (const lacked of likely) lacked.found = likely.length === 1 && lacked.found === null ? row : SEVERAL;
  }
  for (const { drafts, at, draft, found: row } of [...wanted.values()].flat()) {
    if (row === null || row === SEVERAL) continue;
    const moved = `walletID ${walletID[row]} moved ${state.say(state.movement[row] as number)} without a payref at ${state.wording.sayTime(dateCreatedAtMs[row] as number)}`;
    const what = draft.finding.payID === null ? "make up for this" : "be this payment's";
    const message = `${draft.finding.message} ${moved}: it may ${what}.`;
    drafts[at] = { ...draft, finding: { ...draft.finding, message } };
  }
}
