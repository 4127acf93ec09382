/** What a finding is about, in as few words as name it. */
import type { DecidedFinding } from "../core/review/decision.ts";

/** The entry, else the transaction, else the wallet. */
export function recordWords({
  walletID,
  payID,
  userID,
}: Pick<DecidedFinding, "walletID" | "payID" | "userID">): string {
  if (walletID !== null) return `walletID ${walletID}`;
  return payID === null ? `wallet of user ${userID}` : `payID ${payID}`;
}
