/** What the passes of one check share: the records as at the check's end, and the convention in use. */
import { type ChangeWording, wordingOf } from "../fields/field-words.ts";
import { addAmounts, formatAmount } from "../money.ts";
import { oncePer } from "../work/once-per.ts";
import type { ChainScope, CheckOptions, Convention } from "../options.ts";
import { type Period, ZoneClock } from "../time.ts";
import { type Chains, coveredBy, existingRows } from "./chain/chains.ts";
import { rowMovement } from "./chain/convention.ts";
import { rowsAhead } from "./dates/counted-dates.ts";
import { extremesIn } from "./extremes.ts";
import { type CheckInput, NO_PAYREF } from "./input.ts";
import { knownUpToMs } from "./pull-clocks.ts";

export interface CheckState {
  readonly input: CheckInput;
  readonly options: CheckOptions;
  readonly period: Period | null;
  readonly convention: Convention;
  /** Wallets in the scope in use. */
  readonly chains: Chains;
  /** By row: signed movement, + raises the balance. */
  readonly movement: Float64Array;
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
  const movement = movementsOf(input, convention);
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
function laterMovements({ entries, payrefs }: CheckInput, movement: Float64Array, exists: Uint8Array) {
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

/** By a loop: `from` would make a boxed number of each. */
function movementsOf(input: CheckInput, convention: Convention): Float64Array {
  const movement = new Float64Array(input.entries.length);
  for (let row = 0; row < movement.length; row += 1) movement[row] = safeMovement(input, row, convention);
  return movement;
}

function safeMovement({ entries }: CheckInput, row: number, convention: Convention): number {
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

/** Subject keys of a finding about an entry. */
export function entrySubject({ input: { entries, payrefs } }: CheckState, row: number) {
  return {
    walletID: entries.walletID[row] as number,
    payref: payrefs.at(entries.payref[row] as number),
    payID: null,
    userID: entries.userID[row] as number,
    businessID: entries.businessID[row] as number,
  };
}

/** Subject keys of a finding about a transaction. */
export function transactionSubject({ input: { transactions, payrefs } }: CheckState, row: number) {
  return {
    walletID: null,
    payref: payrefs.at(transactions.payref[row] as number),
    payID: transactions.payID[row] as number,
    userID: transactions.userID[row] as number,
    businessID: transactions.businessID[row] as number,
  };
}
