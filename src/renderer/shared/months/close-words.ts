/** The words of closing a month: how it stands, what was done and by whom. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import { type Month, type CloseStep, STEPS } from "../../../core/review/close/close.ts";
import { assertAnother } from "../../../core/review/close/close-rules.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthDays } from "../../../core/time.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { periodName } from "../../app/period-words.ts";
import { whenText } from "../../ui/values.tsx";

/** @example monthName("2026-10") // 'October 2026' */
export function monthName(month: string): string {
  return periodName(monthDays(month));
}

/** How a month stands as its steps tell, for what is shown before its records were looked at. */
export function standingOf({ month, steps }: Pick<MonthFacts, "month" | "steps">) {
  return standingOfMonth(steps, month);
}

function quoted(note: string): string {
  return note === "" ? "" : `“${note}”`;
}

export interface StepLine {
  readonly step: CloseStep;
  /** The step by which a preparation or a signature no longer counts; null while it does. */
  readonly superseded: CloseStep | null;
}

/** All that was done to a month, newest first; a preparation counts until it is made anew or reopened. */
export function historyLines(steps: readonly CloseStep[]): StepLine[] {
  return steps
    .map((step, at) => {
      const ending = steps.slice(at + 1).find((later) => STEPS[later.step].ends.includes(step.step));
      return { step, superseded: ending ?? null };
    })
    .toReversed();
}

/** @example `superseded: reopened by Ada Obi, 2026-11-20, because “a late invoice”` */
export function supersededWords({ step, by, note, atMs }: CloseStep, timeZone: string): string {
  const what = step === "prepare" ? "prepared again" : "reopened";
  const why = note === "" ? "" : ` because ${quoted(note)}`;
  return `superseded: ${what} by ${by}, ${whenText(atMs, timeZone, false)}${why}`;
}

/** Whose figures frozen ones are. */
export type FrozenWord = "as signed" | "as prepared";

export function frozenWordOf({ state }: Pick<MonthFacts, "state">): FrozenWord {
  return state === "signed-off" ? "as signed" : "as prepared";
}

/**
 * @param words when the first counts were, and when the others
 * @example `44 of 44 errors decided as signed (now 44 of 47)`
 */
export function frozenDecidedWords(
  was: { readonly total: number; readonly decided: number },
  is: { readonly total: number; readonly decided: number },
  noun: string,
  [frozenWord, nowWord]: readonly [FrozenWord, string],
): string {
  const words = `${decidedCountWords(was, noun)} ${frozenWord}`;
  if (was.total === is.total && was.decided === is.decided) return words;
  const now = is.total === 0 ? "none" : `${formatAmount(is.decided)} of ${formatAmount(is.total)}`;
  return `${words} (${nowWord} ${now})`;
}

/** @example `12 of 12 errors decided` */
export function decidedCountWords(
  { total, decided }: { readonly total: number; readonly decided: number },
  noun: string,
): string {
  if (total === 0) return `no ${noun}s`;
  return `${formatAmount(decided)} of ${formatCount(total, noun)} decided`;
}

/** Whether another person than the one who prepared the month would sign; never while nobody is named. */
export function isAnother(month: Month, preparer: string, signer: string): boolean {
  try {
    assertAnother(month, preparer, signer);
    return signer !== "";
  } catch {
    return false;
  }
}

/** Refuses the preparer's name. @param act what another person must do; to sign when left out */
export function anotherThanPreparer(facts: MonthFacts, act?: string): (name: string) => void {
  const { prepared } = standingOf(facts);
  return (typed) => {
    if (prepared !== null) assertAnother(facts.month, prepared.by, typed, act);
  };
}

/**
 * How a month stands, in a few words beside a verdict.
 *
 * @example `Signed off by Ben Eze, 2026-11-20; prepared by Ada Obi.`
 */
export function standingWords(facts: MonthFacts, timeZone: string): string {
  const { prepared, signed } = standingOf(facts);
  if (signed !== null) {
    const day = whenText(signed.atMs, timeZone, false);
    return `Signed off by ${signed.by}, ${day}${prepared === null ? "" : `, prepared by ${prepared.by}`}.`;
  }
  const last = facts.steps.at(-1);
  if (prepared !== null && last?.step === "return")
    return `Returned to ${prepared.by} by ${last.by}, ${whenText(last.atMs, timeZone, false)}.`;
  if (prepared !== null) return `Prepared by ${prepared.by}. Waits for a second person to sign.`;
  if (last?.step !== "reopen") return "Open, not closed yet.";
  return `Reopened by ${last.by}, ${whenText(last.atMs, timeZone, false)}: ${quoted(last.note)}.`;
}
