/** How far back pulls reached, and when each signed month was last covered in full. */
import type { SourceOfPull } from "../../reconcile/input/pull-clocks.ts";
import type { Month } from "../close/close.ts";
import type { PullReach } from "./restatement-builder.ts";

/** When a signed month was last covered in full. Later changes to its entries are unknown. */
export interface LastLook {
  readonly month: Month;
  /** The newest pull that reached back over all its entries; null where none did by itself. */
  readonly pullId: number | null;
  /** When that pull ended, milliseconds UTC; null for files, or where there is none. */
  readonly atMs: number | null;
}

export interface LastLooks {
  /** The newest pull that had a wallet history; null where there is none. */
  readonly newest: {
    readonly pullId: number;
    readonly source: SourceOfPull;
    /** The oldest entry that it had, and when it was created, milliseconds UTC; null for an empty history. */
    readonly oldest: { readonly walletID: number; readonly atMs: number } | null;
  } | null;
  /** Of each month whose signature is in force, ascending. */
  readonly months: readonly LastLook[];
}

/** A month, and the lowest walletID of its entries; Infinity without entries that late. */
export interface MonthStart {
  readonly month: Month;
  readonly walletID: number;
}

/**
 * A pull covered a month in full when it reached back to the month's first entry: it has each entry from
 * there on as it is now, or that it is gone. Transactions are always asked for whole.
 *
 * @param pulls oldest first
 */
export function lastLooksOf(starts: readonly MonthStart[], pulls: readonly PullReach[]): LastLook[] {
  return starts.map(({ month, walletID }) => {
    const pull = pulls.findLast(
      ({ entries, lowestWalletID }) => entries !== null && (lowestWalletID ?? -Infinity) <= walletID,
    );
    return { month, pullId: pull?.id ?? null, atMs: pull?.finishedAtMs ?? null };
  });
}

/** The signed months that the newest wallet history did not reach over. */
export function notReached({ newest, months }: LastLooks): LastLook[] {
  return newest === null ? [] : months.filter(({ pullId }) => pullId !== newest.pullId);
}
