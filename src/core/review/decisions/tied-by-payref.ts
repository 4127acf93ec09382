/** Entries that join a match by a transaction's payref, although the match does not name them. */
import { formatAmount } from "../../money.ts";
import type { RecordRows } from "../../reconcile/input/input.ts";
import type { Checked } from "./match-candidates.ts";

/** A transaction of a match, and the entries that carry its payref and are not chosen themselves. */
export interface TiedByPayref {
  readonly payID: number;
  /** In the order of the wallet, at most MOST_NAMED. */
  readonly walletIDs: readonly number[];
  /** How many there are in all. */
  readonly count: number;
}

const MOST_NAMED = 3;

/**
 * The transactions chosen that have entries by their payrefs already, in the order chosen; whoever matches
 * another entry with one of them may be paying it twice. Before the match and after it. Takes time by the
 * number of entries.
 */
export function tiedByPayref({ input, result }: Checked, chosen: RecordRows): TiedByPayref[] {
  const { entries, transactions } = input;
  const byPayref = new Map(
    chosen.transactions.map((row) => [transactions.payref[row] as number, { row, tied: [] as number[] }]),
  );
  const [own, leads] = [new Set(chosen.entries), new Set(chosen.transactions)];
  for (const [row, lead] of result.entryOutcomes.transaction.entries()) {
    // After the match one transaction stands for all of it: which of them the entry carries, its payref says.
    const found = leads.has(lead) ? byPayref.get(entries.payref[row] as number) : undefined;
    if (found !== undefined && !own.has(row)) found.tied.push(entries.walletID[row] as number);
  }
  return [...byPayref.values()]
    .filter(({ tied }) => tied.length > 0)
    .map(({ row, tied }) => ({
      payID: transactions.payID[row] as number,
      walletIDs: tied.slice(0, MOST_NAMED),
      count: tied.length,
    }));
}

/** @example `payID 9953 has walletID 105508 by its payref already` */
export function tiedWords({ payID, walletIDs, count }: TiedByPayref): string {
  const more = count - walletIDs.length;
  const others = more === 0 ? "" : ` and ${more === 1 ? "1 other" : `${formatAmount(more)} others`}`;
  return `payID ${payID} already has walletID ${walletIDs.join(", ")}${others} by its payref`;
}
