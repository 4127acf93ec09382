/**
 * Ties between entries and transactions: by equal payref, or by a manual match. A tie is a number: that of
 * the payref, or for each match one after all payrefs. Records of a match leave their payref's tie.
 */
import { byEachKey } from "../../sorted.ts";
import { type CheckInput, NO_PAYREF, rowsOf } from "../input/input.ts";
import type { CheckState } from "../chain/check-state.ts";

/** A manual match as the check uses it: its records as at the check's end, at least one of each side. */
export interface HandTie {
  /** Of the match. */
  readonly id: number;
  readonly tie: number;
  /** Entry rows by ascending walletID. */
  readonly entries: readonly number[];
  /** Transaction rows by ascending payID. */
  readonly transactions: readonly number[];
  /** The transaction row that stands for all of them. */
  readonly lead: number;
}

export interface Ties {
  /** How many ties there are, whether anything is tied by them or not. */
  readonly length: number;
  /** By entry row: its tie; NO_PAYREF where there is nothing to tie it. */
  readonly ofEntry: Int32Array;
  /** By transaction row: its tie. */
  readonly ofTransaction: Int32Array;
  readonly byHand: readonly HandTie[];
  /** By entry row, of the entries that were manually matched themselves. */
  readonly handOfEntry: ReadonlyMap<number, HandTie>;
  readonly handOfTransaction: ReadonlyMap<number, HandTie>;
}

const NO_HANDS: ReadonlyMap<number, HandTie> = new Map();

/**
 * Ties by payref, and by hand where a person did. Besides its own entries a match takes those that carry the
 * payref of one of its transactions, where the payref is matched with that one.
 *
 * @param ofPayref by payref id: row of the transaction it is matched with, −1 without one
 * @param prefer the one of two transaction rows that stands for both
 */
export function tieRecords(
  state: CheckState,
  ofPayref: Int32Array,
  prefer: (a: number, b: number) => number,
): Ties {
  const { entries, transactions, payrefs } = state.input;
  const byHand = heldMatches(state, prefer);
  if (byHand.length === 0) {
    // Nothing is copied: the columns themselves say it.
    return {
      length: payrefs.length,
      ofEntry: entries.payref,
      ofTransaction: transactions.payref,
      byHand,
      handOfEntry: NO_HANDS,
      handOfTransaction: NO_HANDS,
    };
  }
  const ofTransaction = transactions.payref.slice();
  const taken = new Map<number, number>();
  for (const match of byHand) {
    for (const row of match.transactions) {
      const payref = transactions.payref[row] as number;
      ofTransaction[row] = match.tie;
      if (payref !== NO_PAYREF && ofPayref[payref] === row) taken.set(payref, match.tie);
    }
  }
  const ofEntry = entries.payref.map((payref) => taken.get(payref) ?? payref);
  for (const match of byHand) for (const row of match.entries) ofEntry[row] = match.tie;
  return {
    length: payrefs.length + byHand.length,
    ofEntry,
    ofTransaction,
    byHand,
    handOfEntry: byEachKey(byHand, (match) => match.entries),
    handOfTransaction: byEachKey(byHand, (match) => match.transactions),
  };
}

/** Whether a transaction is judged together with others. */
export function isOneOfSeveral({ handOfTransaction }: Ties, row: number): boolean {
  return (handOfTransaction.get(row)?.transactions.length ?? 1) > 1;
}

/** The matches that tie something as at the check's end, in the order of their ids. */
function heldMatches({ input, exists }: CheckState, prefer: (a: number, b: number) => number): HandTie[] {
  const { human, payrefs } = input;
  if (human.matches.length === 0) return [];
  const find = recordFinder(input);
  const held: HandTie[] = [];
  for (const match of human.matches.toSorted((a, b) => a.id - b.id)) {
    const entries = find.entries(match.walletIDs).filter((row) => exists[row] === 1);
    const transactions = find.transactions(match.payIDs);
    const [first] = transactions;
    if (first === undefined || entries.length === 0) continue;
    const tie = payrefs.length + held.length;
    held.push({ id: match.id, tie, entries, transactions, lead: transactions.reduce(prefer, first) });
  }
  return held;
}

/** Look-ups of the rows of some matched records, by ascending id; those that are not held are left out. */
function recordFinder({ human: { matches }, entries, transactions }: CheckInput) {
  const entryRows = rowsOf(
    entries.walletID,
    matches.flatMap(({ walletIDs }) => walletIDs),
  );
  const transactionRows = rowsOf(
    transactions.payID,
    matches.flatMap(({ payIDs }) => payIDs),
  );
  return {
    entries: (walletIDs: readonly number[]) => ascending(walletIDs, entryRows),
    transactions: (payIDs: readonly number[]) => ascending(payIDs, transactionRows),
  };
}

function ascending(ids: readonly number[], rows: ReadonlyMap<number, number>): number[] {
  return ids.toSorted((a, b) => a - b).flatMap((id) => rows.get(id) ?? []);
}
