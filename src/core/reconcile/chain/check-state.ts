/** What the passes of one check share: the records as at the check's end, and the convention in use. */
import { type ChangeWording, wordingOf } from "../input/field-words.ts";
import { addAmounts, formatAmount } from "../../money.ts";
import { oncePer } from "../../once-per.ts";
import type { ChainScope, CheckOptions, Convention } from "../../options.ts";
import { type Period, ZoneClock } from "../../time.ts";
import { type Chains, coveredBy, existingRows } from "../input/chains.ts";
import { type HeldNumbers, numbersBy } from "../input/column-kinds.ts";
import { rowsAhead } from "../input/counted-dates.ts";
import { extremesIn, type CheckInput, NO_PAYREF, type EntryColumns } from "../input/input.ts";
import { knownUpToMs } from "../input/pull-clocks.ts";
import type { CheckResult, Source } from "../input/result.ts";

export interface CheckState {
  readonly input: CheckInput;
  readonly options: CheckOptions;
  readonly period: Period | null;
  readonly convention: Convention;
  /** Wallets in the scope in use. */
  readonly chains: Chains;
  /** By row: signed movement, + raises the balance. */
  readonly movement: HeldNumbers;
  /** By row: 1 where the entry exists as at the check's end. */
  readonly exists: Uint8Array;
  /** By payref id: the sum of movements of its entries dated after the check's end. */
  readonly movedLater: Float64Array;
  /** By transaction row: datePaid as at the check's end, NaN while unpaid. */
  readonly datePaidAtMs: Float64Array;
  /** Milliseconds UTC; null when there is nothing to take a time from. */
  readonly asOfMs: number | null;
  readonly covered: (olderWalletID: number, newerWalletID: number) => boolean;
  /** An amount as messages word it. */
  readonly say: (amount: number) => string;
  /** How messages word changes and instants: times are on the clock by which days are cut. */
  readonly wording: ChangeWording;
}

/** The last millisecond that exists for a check. */
export function endOf(period: Period | null): number {
  return period === null ? Infinity : period.toMs;
}

export function buildCheckState(
  input: CheckInput,
  options: CheckOptions,
  period: Period | null,
  convention: Convention,
  chains: Chains,
  decimals: number,
): CheckState {
  const { transactions } = input;
  const endMs = endOf(period);
  const exists = existingRows(chains);
  const movement = MOVEMENTS[convention](input.entries);
  return {
    input,
    options,
    period,
    convention,
    chains,
    movement,
    exists,
    movedLater: laterMovements(input, movement, exists),
    datePaidAtMs:
      period === null
        ? transactions.datePaidAtMs
        : transactions.datePaidAtMs.map((atMs) => (atMs > endMs ? Number.NaN : atMs)),
    asOfMs: asOf(input, options.chainScope, endMs),
    covered: coveredBy(input.history.coverage),
    say: (amount) => formatAmount(amount, decimals),
    wording: wordingOf(decimals, new ZoneClock(options.timeZone)),
  };
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
function laterMovements({ entries, payrefs }: CheckInput, movement: HeldNumbers, exists: Uint8Array) {
  const moved = new Float64Array(payrefs.length);
  for (let row = 0; row < exists.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (exists[row] === 1 || payref === NO_PAYREF) continue;
    const sum = (moved[payref] as number) + (movement[row] as number);
    moved[payref] = Number.isSafeInteger(sum)
      ? sum
      : addAmounts(moved[payref] as number, movement[row] as number, `wallet of user ${entries.userID[row]}`);
  }
  return moved;
}

/** The same whatever period or other option a check has. */
const MOVEMENTS = {
  asset: oncePer((entries: EntryColumns) => movementsOf(entries, "asset")),
  bank: oncePer((entries: EntryColumns) => movementsOf(entries, "bank")),
};

function movementsOf(entries: EntryColumns, convention: Convention): HeldNumbers {
  return numbersBy(entries.length, (row) => safeMovement(entries, row, convention));
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
function safeMovement(entries: EntryColumns, row: number, convention: Convention): number {
  const movement = rowMovement(entries, row, convention);
  return Number.isSafeInteger(movement)
    ? movement
    : addAmounts(movement, 0, `wallet of user ${entries.userID[row]} at walletID ${entries.walletID[row]}`);
}

/** The earlier of the period's end and the time up to which the ledger is known. */
function asOf(input: CheckInput, scope: ChainScope, endMs: number): number | null {
  const known = knownUpToMs(input.pullClocks, input.pulledAtMs, LATEST_TIME[scope](input));
  const earlier = Math.min(endMs, known === -Infinity ? Infinity : known);
  return Number.isFinite(earlier) ? earlier : null;
}

/** Of the dates by which records count, and that are not ahead; −Infinity where none has one. */
const LATEST_TIME = {
  user: oncePer((input: CheckInput) => latestTime(input, "user")),
  business: oncePer((input: CheckInput) => latestTime(input, "business")),
};

function latestTime({ entries, transactions, ahead }: CheckInput, scope: ChainScope): number {
  const { dateCreatedAtMs, latestDatePaidAtMs, walletID } = entries;
  const paidAtMs = Number.isNaN(latestDatePaidAtMs) ? -Infinity : latestDatePaidAtMs;
  const columns = [transactions.dateCreatedAtMs, transactions.datePaidAtMs];
  const latest = columns.reduce((best, column) => Math.max(best, extremesIn(column).lastMs), paidAtMs);
  // In a wallet in which every date is ahead none stands in for another.
  const left = rowsAhead(walletID, ahead[scope].entries, "dateCreated");
  const counted = left.size === 0 ? dateCreatedAtMs : dateCreatedAtMs.filter((_, row) => !left.has(row));
  return Math.max(latest, extremesIn(counted).lastMs);
}

export function entrySubject({ input: { entries, payrefs } }: CheckState, row: number) {
  return {
    walletID: entries.walletID[row] as number,
    payref: payrefs.at(entries.payref[row] as number),
    payID: null,
    userID: entries.userID[row] as number,
    businessID: entries.businessID[row] as number,
  };
}

export function transactionSubject({ input: { transactions, payrefs } }: CheckState, row: number) {
  return {
    walletID: null,
    payref: payrefs.at(transactions.payref[row] as number),
    payID: transactions.payID[row] as number,
    userID: transactions.userID[row] as number,
    businessID: transactions.businessID[row] as number,
  };
}

// Decides which convention the wallet follows, by the number of breaks under each.

/** Signed movement of a row under a convention, + raises the balance. */
export function rowMovement(entries: EntryColumns, row: number, convention: Convention): number {
  const raised = (entries.credit[row] as number) - (entries.debit[row] as number);
  return convention === "bank" ? raised : 0 - raised;
}

/** Whether a link breaks; a sum outside the safe range cannot be the stated balance. */
export function breaks(entries: EntryColumns, older: number, newer: number, movement: number): boolean {
  const expected = (entries.balance[older] as number) + movement;
  return !Number.isSafeInteger(expected) || expected !== entries.balance[newer];
}

/** The convention of a scope, and what breaks under each. @param chains of either: own convention each */
export function decideConvention(
  input: CheckInput,
  chains: Chains,
  options: CheckOptions,
): CheckResult["convention"] {
  const evidence = countEvidence(input, chains);
  const { links, broken, opensAtZero } = evidence;
  const shown = { links, breaks: broken };
  if (options.convention !== "auto") return { used: options.convention, source: "given", ...shown };
  const difference = broken.asset - broken.bank || opensAtZero.bank - opensAtZero.asset;
  const source: Source = difference === 0 ? "default" : "detected";
  return { used: difference <= 0 ? "asset" : "bank", source, ...shown };
}

/** Links across a gap between pulls are no evidence, because the rows between were never seen. */
function countEvidence({ entries, history }: CheckInput, chains: Chains) {
  const covered = coveredBy(history.coverage);
  const broken = { asset: 0, bank: 0 };
  const opensAtZero = { asset: 0, bank: 0 };
  let links = 0;
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const start = chains.start[wallet] as number;
    const end = chains.end[wallet] as number;
    if (start === end) continue;
    const oldest = chains.order[start] as number;
    for (const convention of ["asset", "bank"] as const) {
      if (entries.balance[oldest] === rowMovement(entries, oldest, convention)) opensAtZero[convention] += 1;
    }
    for (let at = start + 1; at < end; at += 1) {
      const older = chains.order[at - 1] as number;
      const newer = chains.order[at] as number;
      if (!covered(entries.walletID[older] as number, entries.walletID[newer] as number)) continue;
      links += 1;
      const raised = rowMovement(entries, newer, "bank");
      if (breaks(entries, older, newer, raised)) broken.bank += 1;
      if (breaks(entries, older, newer, 0 - raised)) broken.asset += 1;
    }
  }
  return { links, broken, opensAtZero };
}
