/** Ties entries to transactions, and sums what each tie moved. */
import { addAmounts } from "../../money.ts";
import { CYCLE, NO_PAYREF, type TransactionColumns } from "../input/input.ts";
import { type Ties, tieRecords } from "./ties.ts";
import { type CheckState, endOf } from "../chain/check-state.ts";

export interface Matches {
  readonly ties: Ties;
  /** By payref id: row of the transaction that counts among those that carry it, −1 without one. */
  readonly ofPayref: Int32Array;
  /** By tie: row of the transaction it is matched with, −1 without one. */
  readonly transactionOf: Int32Array;
  /** By tie: sum of the movements of all its entries. */
  readonly net: Float64Array;
  /** By tie: how many entries it has. */
  readonly entries: Int32Array;
  /** By tie: bit 1 where an inflow, bit 2 where an outflow is among them. */
  readonly directions: Uint8Array;
}

export function isPaidAtEnd({ period, input: { transactions } }: CheckState, row: number): boolean {
  return isPaidAsAt(transactions, row, endOf(period));
}

/** Paid by the end, milliseconds UTC, or a date that cannot be; or a crowd-pay that has raised something. */
export function isPaidAsAt(transactions: TransactionColumns, row: number, endMs: number): boolean {
  const { cycle, currentRaised } = transactions;
  if (isPaidByDate(transactions, row, endMs)) return true;
  return cycle[row] === CYCLE.crowdPay && (currentRaised[row] as number) > 0;
}

/** Whether a date says that it was paid by the end, milliseconds UTC; one that cannot be says so too. */
export function isPaidByDate(
  { datePaidAtMs, paidUndated }: TransactionColumns,
  row: number,
  endMs: number,
): boolean {
  return (datePaidAtMs[row] as number) <= endMs || paidUndated?.has(row) === true;
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
export function matchRecords(state: CheckState): Matches {
  const prefer = preference(state);
  const ofPayref = chooseTransactions(state, prefer);
  const ties = tieRecords(state, ofPayref, prefer);
  return { ties, ofPayref, transactionOf: leadsOf(state, ties, ofPayref), ...sumTies(state, ties) };
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
function sumTies({ input, movement, exists }: CheckState, ties: Ties) {
  const { entries, payrefs } = input;
  const net = new Float64Array(ties.length);
  const count = new Int32Array(ties.length);
  const directions = new Uint8Array(ties.length);
  for (let row = 0; row < entries.length; row += 1) {
    const tie = ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || exists[row] === 0) continue;
    const moved = movement[row] as number;
    const sum = (net[tie] as number) + moved;
    net[tie] = Number.isSafeInteger(sum)
      ? sum
      : addAmounts(
          net[tie] as number,
          moved,
          `wallet of user ${entries.userID[row]}, ${
            tie < payrefs.length
              ? `payref ${payrefs.at(tie)}`
              : `match ${ties.byHand[tie - payrefs.length]?.id}`
          }`,
        );
    count[tie] = (count[tie] as number) + 1;
    if (moved !== 0) directions[tie] = (directions[tie] as number) | (moved > 0 ? 1 : 2);
  }
  return { net, entries: count, directions };
}

/** By tie: what it is matched with. A payref whose transaction is in a manual match has none of its own. */
function leadsOf({ input: { transactions } }: CheckState, ties: Ties, ofPayref: Int32Array): Int32Array {
  if (ties.byHand.length === 0) return ofPayref;
  const leads = new Int32Array(ties.length);
  leads.set(ofPayref);
  for (const row of ties.handOfTransaction.keys()) {
    const payref = transactions.payref[row] as number;
    if (ofPayref[payref] === row) leads[payref] = -1;
  }
  for (const { tie, lead } of ties.byHand) leads[tie] = lead;
  return leads;
}

/** Of two transactions the one that is paid and not deleted, else the one of the lower payID. */
function preference(state: CheckState): (held: number, row: number) => number {
  const { transactions } = state.input;
  const good = (row: number) => isPaidAtEnd(state, row) && transactions.deleted[row] === 0;
  return (held, row) => {
    const better = Number(good(row)) - Number(good(held));
    const lower = (transactions.payID[row] as number) < (transactions.payID[held] as number);
    return better > 0 || (better === 0 && lower) ? row : held;
  };
}

/** The lowest payID among those paid and not deleted, else the lowest. */
function chooseTransactions(state: CheckState, prefer: (held: number, row: number) => number): Int32Array {
  const { transactions, payrefs } = state.input;
  const chosen = new Int32Array(payrefs.length).fill(-1);
  for (let row = 0; row < transactions.length; row += 1) {
    const payref = transactions.payref[row] as number;
    const held = chosen[payref] as number;
    chosen[payref] = held === -1 ? row : prefer(held, row);
  }
  return chosen;
}
