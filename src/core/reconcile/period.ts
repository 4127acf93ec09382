/** What belongs to the period: entries by their period date, transactions by their own time and their entries'. */
import type { Draft } from "./findings.ts";
import { NO_PAYREF } from "./input.ts";
import type { Matches } from "./match.ts";
import type { World } from "./world.ts";

export interface Membership {
  /** By entry row: 1 where it lies in the period. */
  readonly entries: Uint8Array;
  /** By transaction row: 1 where its own time or a tied entry lies in the period. */
  readonly transactions: Uint8Array;
  /** Whether a finding belongs to the period. */
  includes(draft: Draft): boolean;
}

export function membership(world: World, matches: Matches): Membership {
  const { period } = world;
  const entries = entriesInPeriod(world);
  const transactions = transactionsInPeriod(world, matches, entries);
  const within = (atMs: number | null) =>
    period === null || (atMs !== null && atMs >= period.fromMs && atMs <= period.toMs);
  return {
    entries,
    transactions,
    includes({ entryRow, transactionRow, outstanding, atMs, finding }) {
      if (period === null) return true;
      if (entryRow !== undefined) return entries[entryRow] === 1 || outstanding === true;
      if (transactionRow !== undefined) return transactions[transactionRow] === 1 || outstanding === true;
      if (finding.walletID !== null)
        return within(periodDateOf(world, finding.userID, finding.walletID, atMs ?? null));
      const row = rowOfTransaction(world, finding.payID);
      return within(atMs ?? null) || (row !== null && transactions[row] === 1);
    },
  };
}

function entriesInPeriod({ input, period, chains, exists }: World): Uint8Array {
  const inPeriod = new Uint8Array(input.entries.length);
  for (let row = 0; row < inPeriod.length; row += 1) {
    const early = period !== null && (chains.periodAtMs[row] as number) < period.fromMs;
    inPeriod[row] = exists[row] === 1 && !early ? 1 : 0;
  }
  return inPeriod;
}

function transactionsInPeriod(world: World, matches: Matches, entries: Uint8Array): Uint8Array {
  const { input, period, datePaidAtMs } = world;
  const { transactions } = input;
  const inPeriod = new Uint8Array(transactions.length);
  if (period === null) return inPeriod.fill(1);
  for (let row = 0; row < transactions.length; row += 1) {
    const paid = datePaidAtMs[row] as number;
    const own = Number.isNaN(paid) ? (transactions.dateCreatedAtMs[row] as number) : paid;
    if (own >= period.fromMs && own <= period.toMs) inPeriod[row] = 1;
  }
  for (let row = 0; row < entries.length; row += 1) {
    const payref = input.entries.payref[row] as number;
    if (entries[row] === 0 || payref === NO_PAYREF) continue;
    const tied = matches.transactionOf[payref] as number;
    if (tied !== -1) inPeriod[tied] = 1;
  }
  return inPeriod;
}

/** The period date of an entry that may no longer be held: the latest of its own and those before it in its wallet. */
function periodDateOf(
  world: World,
  userID: number | null,
  walletID: number,
  atMs: number | null,
): number | null {
  if (atMs === null) return null;
  const { chains, input } = world;
  const { entries } = input;
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    let low = chains.start[wallet] as number;
    let high = chains.start[wallet + 1] as number;
    if (entries.userID[chains.order[low] as number] !== userID) continue;
    const start = low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries.walletID[chains.order[middle] as number] as number) <= walletID) low = middle + 1;
      else high = middle;
    }
    if (low > start) return Math.max(atMs, chains.periodAtMs[chains.order[low - 1] as number] as number);
  }
  return atMs;
}

function rowOfTransaction({ input: { transactions } }: World, payID: number | null): number | null {
  const row = payID === null ? -1 : transactions.payID.indexOf(payID);
  return row === -1 ? null : row;
}
