/** The extremes of a balance in a stretch of time. */
import type { BalanceSeries } from "../../../check/protocol.ts";

/**
 * The least and the most that the balance was in a stretch of time; null where it has no point of its own
 * there.
 */
export function extremesWithin(
  { atMs, balance }: Pick<BalanceSeries, "atMs" | "balance">,
  fromMs: number,
  toMs: number,
): { readonly least: number; readonly most: number } | null {
  let [least, most] = [Infinity, -Infinity];
  atMs.forEach((at, index) => {
    if (at < fromMs || at > toMs) return;
    const value = balance[index] as number;
    least = Math.min(least, value);
    most = Math.max(most, value);
  });
  return least === Infinity ? null : { least, most };
}

/** Where a balance is least, and how much it is. */
export interface Dip {
  readonly atMs: number;
  readonly balance: number;
}

/** Where a balance that dips below zero is least, the first such moment; null where it never does. */
export function dipOf({ atMs, balance }: Pick<BalanceSeries, "atMs" | "balance">): Dip | null {
  const least = balance.reduce((low, value) => Math.min(low, value), 0);
  return least >= 0 ? null : { atMs: atMs[balance.indexOf(least)] ?? 0, balance: least };
}
