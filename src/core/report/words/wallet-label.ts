/** What a wallet is called. */
import type { WalletResult } from "../../reconcile/result/result.ts";

/** @example `User 1, business 7` */
export function walletLabel({ userID, businessID }: Pick<WalletResult, "userID" | "businessID">): string {
  return businessID === null ? `User ${userID}` : `User ${userID}, business ${businessID}`;
}
