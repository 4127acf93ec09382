/** A wallet as people call it. */
import type { WalletResult } from "../../../core/reconcile/result/result.ts";
import { walletLabel } from "../../../core/words/wallet.ts";

/** @example 'User 4021, business 977 · NGN' */
export function walletName(wallet: Pick<WalletResult, "userID" | "businessID" | "currency">): string {
  const label = walletLabel(wallet);
  return wallet.currency === null ? label : `${label} · ${wallet.currency}`;
}
