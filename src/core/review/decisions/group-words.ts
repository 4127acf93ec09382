/** Words for records that a cause ties together. */
import { shortIds } from "../../words/ids.ts";
import type { MatchGroup } from "./match-candidates.ts";

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
  return `Together they fit: walletID ${shortIds(walletIDs)} and payID ${shortIds(payIDs)} (${say(sum)}).`;
}

/** What is said of a group that is not the only one; null of one that is. */
export function otherGroupsSentence({ unique }: Pick<MatchGroup, "unique">): string | null {
  return unique ? null : "Other records fit as well: look at them first.";
}
