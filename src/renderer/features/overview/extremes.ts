/** The extremes of a balance in a stretch of time. */
import type { BalanceSeries } from "../../check/protocol.ts";

/** The least and the most that the balance was in a stretch of time; null where it has no point of its own there. */
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
