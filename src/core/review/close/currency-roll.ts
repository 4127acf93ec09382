/** The roll-forward of all wallets of one currency. */
import { addAmounts } from "../../money.ts";
import type { WalletResult } from "../../reconcile/input/result.ts";

type Flows = Pick<WalletResult, "entries" | "opening" | "inflow" | "outflow" | "breakDifference" | "closing">;

/** Σ of the wallets of one currency, in the service's unit. */
export interface CurrencyRoll extends Flows {
  /** null where none is known: wallets may be in different ones, and their sums no balance. */
  readonly currency: string | null;
  /** How many wallets there are. */
  readonly wallets: number;
}

/** Σ of wallets. @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function rollOf(wallets: readonly Flows[]): Omit<CurrencyRoll, "currency"> {
  const sum = (value: (flows: Flows) => number) =>
    wallets.reduce((total, flows) => addAmounts(total, value(flows), "wallets of a currency"), 0);
  return {
    wallets: wallets.length,
    entries: sum(({ entries }) => entries),
    opening: sum(({ opening }) => opening),
    inflow: sum(({ inflow }) => inflow),
    outflow: sum(({ outflow }) => outflow),
    breakDifference: sum(({ breakDifference }) => breakDifference),
    closing: sum(({ closing }) => closing),
  };
}

/** In the order in which currencies come first. @throws TieoutError as `rollOf` */
export function rollByCurrency(
  wallets: readonly (Flows & { readonly currency: string | null })[],
): CurrencyRoll[] {
  return [...Map.groupBy(wallets, ({ currency }) => currency)].map(([currency, of]) => {
    return { currency, ...rollOf(of) };
  });
}
