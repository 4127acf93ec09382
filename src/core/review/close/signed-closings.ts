/** The closings of signed months, as the check of the next month uses them. */
import type { SignedPeriod } from "../../reconcile/input.ts";
import { monthDays } from "../../time.ts";
import type { CloseStep } from "./close.ts";
import { type FreezingStep, monthStates } from "./month-states.ts";

/**
 * Every month whose newest step is a signature, with the closing of every wallet. Reopened months are left
 * out.
 *
 * @param steps of any months, in any order
 * @returns months ascending, wallets in the order in which they were frozen
 */
export function signedPeriodsOf(steps: readonly CloseStep[]): SignedPeriod[] {
  return [...monthStates(steps).values()].flatMap(({ signed }) =>
    signed === null ? [] : [periodOf(signed)],
  );
}

function periodOf({ month, frozen: { options, wallets } }: FreezingStep): SignedPeriod {
  const days = monthDays(month);
  if (days === null) throw new Error(`${month} is no month`);
  const { timeZone, chainScope } = options;
  const closings = wallets.map(({ userID, businessID, closing }) => ({ userID, businessID, closing }));
  return { to: days.to, timeZone, chainScope, closings };
}
