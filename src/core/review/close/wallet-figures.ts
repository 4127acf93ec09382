/** What of a wallet is frozen with a month. */
import type { WalletResult } from "../../reconcile/result/result.ts";
import type { FrozenWallet } from "./close.ts";

/** A wallet's figures, as they are frozen and shown. */
export function figuresOfWallet(wallet: WalletResult): FrozenWallet {
  const { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing } =
    wallet;
  return { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing };
}
