/** The number of later changes to each signed month, and their total effect on each wallet. */
import { addAmounts } from "../../money.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { Month } from "../close/close.ts";
import type { Restatement, WalletEffect } from "./restatements.ts";

/** Of a month whose signature is in force. */
export interface SignedChange {
  readonly month: Month;
  /** Restatements that touch it. */
  readonly changes: number;
  /**
   * Their effects added up, of each wallet by itself, by user, then business; those in which nothing is left
   * are not among them.
   */
  readonly wallets: readonly WalletEffect[];
}

/** Adds restatements up by the signed month that they touch. */
export class SignedChanges {
  readonly #months = new Map<Month, { changes: number; readonly wallets: Map<string, WalletEffect> }>();

  /** @throws TieoutError SUM_OVERFLOW */
  add({ signature, effect }: Restatement): void {
    if (signature?.stillInForce !== true) return;
    const found = this.#months.get(signature.month) ?? {
      changes: 0,
      wallets: new Map<string, WalletEffect>(),
    };
    this.#months.set(signature.month, found);
    found.changes += 1;
    for (const wallet of effect.wallets) {
      const key = walletKey(wallet);
      const sum = found.wallets.get(key);
      const movement = addAmounts(sum?.movement ?? 0, wallet.movement, "month");
      const closing = addAmounts(sum?.closing ?? 0, wallet.closing, "month");
      found.wallets.set(key, { ...wallet, movement, closing });
    }
  }

  /** Months ascending. */
  finish(): SignedChange[] {
    return [...this.#months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, { changes, wallets }]) => ({
        month,
        changes,
        wallets: [...wallets.values()]
          .filter(({ movement, closing }) => movement !== 0 || closing !== 0)
          .toSorted((a, b) => a.userID - b.userID || (a.businessID ?? 0) - (b.businessID ?? 0)),
      }));
  }
}
