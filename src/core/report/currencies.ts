/** Which wallets may be added up: those of one known currency. Sums over several are arithmetic, and no balance. */
import type { CheckResult, WalletResult } from "../reconcile/result.ts";
import { heldText } from "./clean-text.ts";

/** The currency of a wallet as its cell holds it, null when it is not known. */
export function currencyOf({ currency }: WalletResult): string | null {
  return currency === null ? null : heldText(currency);
}

export interface CurrencyGroup {
  readonly currency: string;
  readonly wallets: readonly WalletResult[];
}

/** Wallets by known currency, in the order of the wallets. */
export function currencyGroups({ wallets }: CheckResult): CurrencyGroup[] {
  const groups = Map.groupBy(wallets, currencyOf);
  return [...groups].flatMap(([currency, of]) => (currency === null ? [] : [{ currency, wallets: of }]));
}

/** How many wallets have no known currency: each may be in one of its own. */
export function unknownCurrencies({ wallets }: CheckResult): number {
  return wallets.filter(({ currency }) => currency === null).length;
}

/** Whether adding up all wallets would add up different currencies. */
export function isMixed(check: CheckResult): boolean {
  return currencyGroups(check).length + unknownCurrencies(check) > 1;
}
