/** The state of each month, derived from its steps: the newest step counts, and the others stay visible. */
import { type CloseState, type CloseStep, type FrozenMonth, type Month, STEPS } from "./close.ts";
import type { SignedPeriod } from "../../reconcile/input/input.ts";
import { monthDays } from "../../time.ts";

/** A step that froze the month: of `prepare` and `sign-off`. */
export type FreezingStep = CloseStep & { readonly frozen: FrozenMonth };

export interface MonthStanding {
  readonly month: Month;
  readonly state: CloseState;
  /** Oldest first, including signatures before a reopening. */
  readonly steps: readonly CloseStep[];
  /** The preparation that is in force, under a signature and after a return, too; null while open. */
  readonly prepared: FreezingStep | null;
  /** The signature in force; null unless signed off. */
  readonly signed: FreezingStep | null;
}

/** The state of a month without steps. */
export function untouched(month: Month): MonthStanding {
  return { month, state: "open", steps: [], prepared: null, signed: null };
}

/** The state of every month with a step, ascending. @param steps in any order: ids say which came later */
export function monthStates(steps: readonly CloseStep[]): Map<Month, MonthStanding> {
  const standing = new Map<Month, MonthStanding>();
  const ordered = steps.toSorted((a, b) => (a.month === b.month ? a.id - b.id : a.month < b.month ? -1 : 1));
  for (const step of ordered) {
    standing.set(step.month, afterStep(standing.get(step.month) ?? untouched(step.month), step));
  }
  return standing;
}

export function afterStep({ month, steps, prepared }: MonthStanding, step: CloseStep): MonthStanding {
  const after = { month, state: STEPS[step.step].to, steps: [...steps, step] };
  if (step.frozen === null)
    return { ...after, prepared: STEPS[step.step].ends.includes("prepare") ? null : prepared, signed: null };
  const frozen = { ...step, frozen: step.frozen };
  return step.step === "sign-off"
    ? { ...after, prepared, signed: frozen }
    : { ...after, prepared: frozen, signed: null };
}

export function standingOfMonth(steps: readonly CloseStep[], month: Month): MonthStanding {
  return monthStates(steps).get(month) ?? untouched(month);
}

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

function periodOf({ month, frozen: { options, wallets, matchId } }: FreezingStep): SignedPeriod {
  const days = monthDays(month);
  if (days === null) throw new Error(`${month} is no month`);
  const { timeZone, chainScope } = options;
  const closings = wallets.map(({ userID, businessID, closing }) => ({ userID, businessID, closing }));
  return { to: days.to, timeZone, chainScope, closings, matchId };
}
