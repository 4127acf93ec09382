/** Which records, in short: as every place that people read names them. */
import { formatAmount } from "../money.ts";

/** So many records are named by their ids; of more it is said how many they are, and up to which. */
export const MOST_NAMED = 20;

/**
 * Ids as a line or a cell names them.
 *
 * @param ids ascending
 * @example `20, 21, 22`, of 10,000 all of the first twenty, then ` and 9,980 more up to 10000`
 */
export function shortIds(ids: readonly number[]): string {
  const more = ids.length - MOST_NAMED;
  const named = ids.slice(0, MOST_NAMED).join(", ");
  return more <= 0 ? named : `${named} and ${formatAmount(more)} more up to ${ids.at(-1)}`;
}
