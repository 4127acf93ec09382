/** Matches by hand: which of them tie anything as at the period's end, and which transaction of each stands for all. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { OracleCase } from "./terms.ts";

export interface Hand {
  readonly id: number;
  /** Those that exist as at the period's end. */
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
  readonly lead: Transaction;
}

/**
 * A match of which one side is not there ties nothing.
 *
 * @param entries as at the period's end
 * @param transactions those held, ascending payID
 * @param isGood whether a payment is paid as at that end and not deleted
 */
export function handsOf(
  { matches }: OracleCase,
  entries: readonly Entry[],
  transactions: readonly Transaction[],
  isGood: (one: Transaction) => boolean,
): Hand[] {
  return matches.flatMap(({ id, walletIDs, payIDs }) => {
    const hand = {
      id,
      entries: entries.filter(({ walletID }) => walletIDs.includes(walletID)),
      transactions: transactions.filter(({ payID }) => payIDs.includes(payID)),
    };
    const lead = hand.transactions.find(isGood) ?? hand.transactions[0];
    return hand.entries.length === 0 || lead === undefined ? [] : [{ ...hand, lead }];
  });
}
