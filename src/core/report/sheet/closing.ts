/** How the exported month stands in its close: every sheet is signed by the steps that are in force. */
import type { CheckInput } from "../../reconcile/input/input.ts";
import type { Month } from "../../review/close/close.ts";
import { isSameReview, undecidedErrors } from "../../review/close/differences.ts";
import {
  type FreezingStep,
  type MonthStanding,
  monthStates,
  untouched,
} from "../../review/close/month-states.ts";
import { type Day, type ZoneClock, addDays, monthDays } from "../../time.ts";
import type { ReportInput } from "./input.ts";
import { monthOfPeriod } from "../../words/month.ts";

/** How the exported month stands; null when what is exported is no month. */
export function exportedStanding({ check, closeSteps }: ReportInput): MonthStanding | null {
  const month = monthOfPeriod(check.period);
  return month === null ? null : (monthStates(closeSteps).get(month) ?? untouched(month));
}

/** The signature in force of the month that ends right before the period; null without one. */
export function signedBefore({
  check: { period },
  closeSteps,
}: Pick<ReportInput, "check" | "closeSteps">): FreezingStep | null {
  if (period === null) return null;
  const dayBefore = addDays(period.from, -1);
  const month = dayBefore.slice(0, 7) as Month;
  // By day, not by instant: it is the month before also where the zone was set anew since.
  return monthDays(month)?.to === dayBefore ? (monthStates(closeSteps).get(month)?.signed ?? null) : null;
}

/**
 * The records as what is brought forward is found from: where the month before was signed, with the matches
 * that its signature went by, so that what was matched since shows as cleared.
 */
export function recordsBefore(
  records: CheckInput,
  { check, closeSteps }: Pick<ReportInput, "check" | "closeSteps">,
): CheckInput {
  const signed = signedBefore({ check, closeSteps });
  if (signed === null) return records;
  const matches = records.human.matches.filter(({ id }) => id <= signed.frozen.matchId);
  return { ...records, human: { ...records.human, matches } };
}

/** The step whose figures the exported month stands on: signature, else preparation, else null. */
export function frozenStepOf(input: ReportInput): FreezingStep | null {
  const standing = exportedStanding(input);
  return standing?.signed ?? standing?.prepared ?? null;
}

/** Whether exceptions, decisions and manual matches are those that the month was prepared on. */
export function isReviewedAsFrozen({
  frozenReview,
  review,
}: Pick<ReportInput, "frozenReview" | "review">): boolean {
  return frozenReview === null || isSameReview(frozenReview, review.findings);
}

/** Fingerprints of the errors that were overridden when the exported month was prepared. */
export function overriddenErrors(input: ReportInput): ReadonlySet<string> {
  const overridden = exportedStanding(input)?.prepared?.frozen.overridden ?? [];
  const isOverridden = overridden.some(({ kind }) => kind === "undecided-errors");
  return isOverridden && input.frozenReview !== null ? undecidedErrors(input.frozenReview) : new Set();
}

/** Whoever signed a workpaper, and the day of the ledger's zone. */
export interface Signer {
  readonly name: string;
  readonly day: Day;
}

/** Who prepared and who reviewed the exported month, by the steps in force; null where nobody did. */
export function signersOf(
  input: ReportInput,
  clock: ZoneClock,
): { readonly prepared: Signer | null; readonly reviewed: Signer | null } {
  const standing = exportedStanding(input);
  const signer = (step: MonthStanding["signed"] | undefined) =>
    step === null || step === undefined ? null : { name: step.by, day: clock.day(step.atMs) };
  return { prepared: signer(standing?.prepared), reviewed: signer(standing?.signed) };
}
