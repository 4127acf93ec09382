/** The records of a period: entries by their period date, transactions by their own and their entries'. */
import type { Entry } from "../../records/entry.ts";
import { firstWhere } from "../../sorted.ts";
import type { FindingDraft } from "../input/findings.ts";
import { NO_PAYREF } from "../input/input.ts";
import type { Matches } from "./match.ts";
import type { CheckState } from "../chain/check-state.ts";

export interface Membership {
  /** By entry row: 1 where it lies in the period. */
  readonly entries: Uint8Array;
  /** By transaction row: 1 where its own time or a tied entry lies in the period. */
  readonly transactions: Uint8Array;
  includes(draft: FindingDraft): boolean;
}

export function membership(state: CheckState, matches: Matches): Membership {
  const { period } = state;
  const entries = entriesInPeriod(state);
  const transactions = transactionsInPeriod(state, matches, entries);
  const within = (atMs: number | null) =>
    period === null || (atMs !== null && atMs >= period.fromMs && atMs <= period.toMs);
  return {
    entries,
    transactions,
    includes({ entryRow, transactionRow, outstanding, atMs }) {
      if (period === null) return true;
      if (entryRow !== undefined) return entries[entryRow] === 1 || outstanding === true;
      if (transactionRow !== undefined) return transactions[transactionRow] === 1 || outstanding === true;
      return within(atMs ?? null);
    },
  };
}

/** By entry row: 1 where it lies in the period; nothing of it depends on what a check finds. */
export function entriesInPeriod({
  period,
  chains,
  exists,
}: Pick<CheckState, "period" | "chains" | "exists">): Uint8Array {
  const inPeriod = new Uint8Array(exists.length);
  for (let row = 0; row < inPeriod.length; row += 1) {
    const early = period !== null && (chains.periodAtMs[row] as number) < period.fromMs;
    inPeriod[row] = exists[row] === 1 && !early ? 1 : 0;
  }
  return inPeriod;
}

function transactionsInPeriod(state: CheckState, matches: Matches, entries: Uint8Array): Uint8Array {
  const { input, period, datePaidAtMs } = state;
  const { transactions, payrefs } = input;
  const inPeriod = new Uint8Array(transactions.length);
  if (period === null) return inPeriod.fill(1);
  for (let row = 0; row < transactions.length; row += 1) {
    const paid = datePaidAtMs[row] as number;
    const own = Number.isNaN(paid) ? (transactions.dateCreatedAtMs[row] as number) : paid;
    if (own >= period.fromMs && own <= period.toMs) inPeriod[row] = 1;
  }
  for (let row = 0; row < entries.length; row += 1) {
    const tie = matches.ties.ofEntry[row] as number;
    if (entries[row] === 0 || tie === NO_PAYREF) continue;
    const tied = matches.transactionOf[tie] as number;
    if (tied === -1) continue;
    inPeriod[tied] = 1;
    // An entry of a match is one of each of its transactions.
    if (tie >= payrefs.length) {
      for (const one of matches.ties.handOfTransaction.get(tied)?.transactions ?? []) inPeriod[one] = 1;
    }
  }
  return inPeriod;
}

/** The period date of an entry no longer held: the latest of its own and those before it in its wallet. */
export function periodDateOf(
  state: CheckState,
  { walletID, userID, businessID, dateCreatedAtMs }: Entry,
): number {
  const { chains, options, input } = state;
  const { entries } = input;
  const scoped = options.chainScope === "business";
  const byWallet = (row: number) =>
    (entries.userID[row] as number) - userID ||
    (scoped ? (entries.businessID[row] as number) - businessID : 0);
  const place = firstWhere(
    chains.order,
    (row) => (byWallet(row) || (entries.walletID[row] as number) - walletID) >= 0,
  );
  const before = chains.order[place - 1];
  if (before === undefined || byWallet(before) !== 0) return dateCreatedAtMs;
  return Math.max(dateCreatedAtMs, chains.periodAtMs[before] as number);
}
