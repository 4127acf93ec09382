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
import { reconcile, outcomesAt } from "../../reconcile/reconcile.ts";
import type { CheckResult, CheckOutcomes } from "../../reconcile/input/result.ts";
import { type Day, ZoneClock, addDays, monthDays, periodOf } from "../../time.ts";
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
 * How the same records stood at the end of the day before a period, from which what is brought forward is found: under
 * the conventions that the period's own check decided. Where the month before was signed, it goes by the matches
 * of that signature, so that what was matched since shows as cleared.
 *
 * @returns null where the check is of no period
 */
export function outcomesBefore(records: CheckInput, check: CheckResult): CheckOutcomes | null {
  if (check.period === null) return null;
  const day = addDays(check.period.from, -1);
  const { decided, days } = upTo(day, check);
  return outcomesAt(recordsUpTo(records, day), decided, days);
}

/** The check of all that these records held at the end of a day, under what another check of them decided. */
export function checkUpTo(
  day: Day,
  records: CheckInput,
  check: CheckResult,
  sha256: (text: string) => string,
): CheckResult {
  const { decided, days } = upTo(day, check);
  return reconcile(records, decided, { period: days, sha256 });
}

/** All days to one, and what a check decided. */
function upTo(day: Day, { options, convention, settlementBasis }: CheckResult) {
  return {
    decided: { ...options, convention: convention.used, settlementBasis: settlementBasis.used },
    days: periodOf("0001-01-01" as Day, day, new ZoneClock(options.timeZone)),
  };
}

/** With the matches of the signature that ends on a day; with all where there is none. */
export function recordsUpTo(records: CheckInput, day: Day): CheckInput {
  const { matches, bank, signedPeriods } = records.human;
  const signed = signedPeriods.find(({ to }) => to === day);
  if (signed === undefined) return records;
  const own = matches.filter(({ id }) => id <= signed.matchId);
  const human = { ...records.human, matches: own };
  if (bank === undefined) return { ...records, human };
  const ties = bank.ties.filter(({ id }) => id <= signed.matchId);
  return { ...records, human: { ...human, bank: { ...bank, ties } } };
}

/** The step whose figures the exported month stands on: signature, else preparation, else null. */
export function frozenStepOf(input: ReportInput): FreezingStep | null {
  const standing = exportedStanding(input);
  return standing?.signed ?? standing?.prepared ?? null;
}

/** Why exceptions and decisions are not shown to be those that the month was prepared on; null where they are. */
export function unlikePrepared(input: ReportInput): string | null {
  if (frozenStepOf(input) === null) return null;
  const { frozenReview, review } = input;
  if (frozenReview === null) return "what was raised then cannot be read";
  return isSameReview(frozenReview, review.findings) ? null : "exceptions or decisions changed since";
}

/** Whether any error was overridden when the exported month was prepared. */
export function hasOverriddenErrors(input: ReportInput): boolean {
  const overridden = exportedStanding(input)?.prepared?.frozen.overridden ?? [];
  return overridden.some(({ kind }) => kind === "undecided-errors");
}

/** Fingerprints of those errors; none where what was raised then cannot be read. */
export function overriddenErrors(input: ReportInput): ReadonlySet<string> {
  const frozen = hasOverriddenErrors(input) ? input.frozenReview : null;
  return frozen === null ? new Set() : undecidedErrors(frozen);
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
