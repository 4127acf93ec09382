/** Words for records that a cause ties together. */
import { formatAmount } from "../../money.ts";
import type { MatchGroup } from "./match-candidates.ts";

/** So many ids of a side are named. */
const MOST_NAMED = 10;

/**
 * The records of a group, and what its entries come to.
 *
 * @param say words an amount
 * @example `Together they fit: walletID 2 and payID 20, 21, 22, 23, 24 (11,370).`
 */
export function groupSentence(
  { walletIDs, payIDs, sum }: MatchGroup,
  say: (amount: number) => string,
): string {
  return `Together they fit: walletID ${idsWords(walletIDs)} and payID ${idsWords(payIDs)} (${say(sum)}).`;
}

/** What is said of a group that is not the only one; null of one that is. */
export function otherGroupsSentence({ unique }: Pick<MatchGroup, "unique">): string | null {
  return unique ? null : "Other records fit as well: look at them first.";
}

/** @example `20, 21, 22 and 9 more` */
function idsWords(ids: readonly number[]): string {
  const more = ids.length - MOST_NAMED;
  return `${ids.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${formatAmount(more)} more` : ""}`;
}
