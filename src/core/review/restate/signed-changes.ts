/** The number of later changes to each signed month, and their total effect on each wallet. */
import { addAmounts } from "../../money.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { Month } from "../close/close.ts";
import { NetChanges } from "./net-changes.ts";
import type { Restatement, WalletEffect } from "./restatements.ts";

/** Of a month whose signature is in force. */
export interface SignedChange {
  readonly month: Month;
  /** Records that differ now from what was signed, 0 where what changed has changed back. */
  readonly changes: number;
  /**
   * Their effects added up, of each wallet by itself, by user, then business; those in which nothing is left
   * are not among them.
   */
  readonly wallets: readonly WalletEffect[];
}

/** Adds restatements up by the signed month that they touch. */
export class SignedChanges {
  readonly #net = new NetChanges();
  readonly #wallets = new Map<Month, Map<string, WalletEffect>>();

  /** @throws TieoutError SUM_OVERFLOW */
  add(restatement: Restatement): void {
    const { signature, effect } = restatement;
    if (signature?.stillInForce !== true) return;
    this.#net.add(restatement);
    const wallets = this.#wallets.get(signature.month) ?? new Map<string, WalletEffect>();
    this.#wallets.set(signature.month, wallets);
    for (const wallet of effect.wallets) {
      const key = walletKey(wallet);
      const sum = wallets.get(key);
      const movement = addAmounts(sum?.movement ?? 0, wallet.movement, "month");
      const closing = addAmounts(sum?.closing ?? 0, wallet.closing, "month");
      wallets.set(key, { ...wallet, movement, closing });
    }
  }

  /** Of each month that a restatement touches; ascending. */
  finish(): SignedChange[] {
    const counts = this.#net.counts();
    return [...this.#wallets]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, wallets]) => ({
        month,
        changes: counts.get(month) ?? 0,
        wallets: [...wallets.values()]
          .filter(({ movement, closing }) => movement !== 0 || closing !== 0)
          .toSorted((a, b) => a.userID - b.userID || (a.businessID ?? 0) - (b.businessID ?? 0)),
      }));
  }
}
