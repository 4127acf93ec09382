/** What movements that no payment stands behind come to, by action and by what a ledger's rules say they are. */
import { addAmounts } from "../../money.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { type CheckInput, NO_PAYREF, actionAt } from "../../reconcile/input/input.ts";
import type { CheckResult } from "../../reconcile/input/result.ts";
import { compareBytes } from "../../text.ts";
import { type FindCategory, MOVEMENT_CATEGORIES, type MovementCategory } from "./movement-rules.ts";

/** Entries of one action and category in one currency. Amounts in the service's unit, `outflow` positive. */
export interface MovementSum {
  /** Of the wallet; null where none is stated. */
  readonly currency: string | null;
  /** '' for entries without one. */
  readonly action: string;
  /** null where no rule is for them. */
  readonly category: MovementCategory | null;
  readonly entries: number;
  readonly inflow: number;
  readonly outflow: number;
}

/**
 * Sums the entries of a check's period that have no payref and are matched with nothing.
 *
 * @param descriptionOf an entry's, by its row
 * @returns by currency, action and category
 * @throws TieoutError SUM_OVERFLOW
 */
export function sumMovements(
  { input, result }: { readonly input: CheckInput; readonly result: CheckResult },
  find: FindCategory,
  descriptionOf: (row: number) => string | null,
): MovementSum[] {
  const { entries, labels } = input;
  const { order, inPeriod, movement, transaction } = result.entryOutcomes;
  const perUser = result.chainScope.used === "user";
  // The first of a wallet counts.
  const currencies = new Map(result.wallets.toReversed().map((one) => [walletKey(one), one.currency]));
  const sums = new Map<string, { -readonly [K in keyof MovementSum]: MovementSum[K] }>();
  for (const row of order) {
    if (inPeriod[row] === 0 || transaction[row] !== -1 || entries.payref[row] !== NO_PAYREF) continue;
    const businessID = perUser ? null : (entries.businessID[row] as number);
    const currency = currencies.get(walletKey({ userID: entries.userID[row] as number, businessID })) ?? null;
    const action = actionAt(entries.action[row] as number, labels);
    const moved = movement[row] as number;
    const category = find({ action, description: () => descriptionOf(row), movement: moved });
    const key = JSON.stringify([currency, action, category]);
    const sum = sums.get(key) ?? { currency, action, category, entries: 0, inflow: 0, outflow: 0 };
    sum.entries += 1;
    if (moved > 0) sum.inflow = addAmounts(sum.inflow, moved, "movements of an action");
    else sum.outflow = addAmounts(sum.outflow, 0 - moved, "movements of an action");
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      compareBytes(a.currency ?? "", b.currency ?? "") ||
      compareBytes(a.action, b.action) ||
      placeOf(a.category) - placeOf(b.category),
  );
}

function placeOf(category: MovementCategory | null): number {
  return category === null ? MOVEMENT_CATEGORIES.length : MOVEMENT_CATEGORIES.indexOf(category);
}
