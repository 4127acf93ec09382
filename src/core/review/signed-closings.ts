/** What signed months close at, as the check of the month after them goes by it. */
import type { SignedClosing } from "../reconcile/input.ts";
import { monthDays } from "../time.ts";
import type { CloseStep } from "./close.ts";
import { type FreezingStep, monthStates } from "./month-states.ts";

/**
 * The closing of every wallet of every month whose newest step is a signature; a month that was reopened has none.
 *
 * @param steps of any months, in any order
 * @returns months ascending, wallets in the order in which they were frozen
 */
export function signedClosingsOf(steps: readonly CloseStep[]): SignedClosing[] {
  return [...monthStates(steps).values()].flatMap(({ signed }) =>
    signed === null ? [] : closingsOf(signed),
  );
}

function closingsOf({ month, frozen: { options, wallets } }: FreezingStep): SignedClosing[] {
  const days = monthDays(month);
  if (days === null) throw new Error(`${month} is no month`);
  const { timeZone } = options;
  return wallets.map(({ userID, businessID, closing }) => ({
    userID,
    businessID,
    to: days.to,
    timeZone,
    closing,
  }));
}
