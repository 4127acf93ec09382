/** The words of closing a month: how it stands, what was done and by whom, what stands in its way. */
import { capitalised } from "../../../core/sentence.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { differsWords, versionName } from "../../../core/review/close/differences.ts";
import {
  type CloseState,
  type Month,
  type ObstacleKind,
  type CloseStep,
  CLOSE_STATES,
  STEPS,
} from "../../../core/review/close/close.ts";
import { STATE_WORDS, assertAnother, stepTitle } from "../../../core/review/close/close-rules.ts";
import { type FreezingStep, monthStates, untouched } from "../../../core/review/close/month-states.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import { monthDays } from "../../../core/time.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { periodName } from "../../app/period-words.ts";
import type { Tone } from "../../ui/badge.tsx";
import { whenText } from "../../ui/values.tsx";
import { ended } from "../../ui/faults.tsx";

/** @example monthName("2026-10") // 'October 2026' */
export function monthName(month: string): string {
  return periodName(monthDays(month));
}

/** Names both rules versions if the month was prepared under other rules than this version's, else null. */
function otherRulesWords({ frozen: { rulesVersion } }: FreezingStep): string | null {
  if (rulesVersion === RULES_VERSION) return null;
  return `It was prepared under rules ${versionName(rulesVersion)}. This version uses rules ${RULES_VERSION}, which alone may explain the difference.`;
}

/** How a month stands, in one sentence in large letters, and what goes with it below. */
export interface MonthSentence {
  readonly lead: string;
  /** '' when that was all. */
  readonly rest: string;
  readonly tone: Extract<Tone, "error" | "warning" | "good" | "quiet" | "accent">;
}

/** How a month stands as its steps tell, for what is shown before its records were looked at. */
export function standingOf({ month, steps }: Pick<MonthFacts, "month" | "steps">) {
  return monthStates(steps).get(month) ?? untouched(month);
}

/** What is known of a month beside its steps; null while it is being looked at. */
export interface LookedAt {
  readonly report: Pick<MonthReport, "errors" | "obstacles" | "changes"> | null;
  /** Of a signed month. */
  readonly changed: Pick<ChangedSince, "count" | "effects" | "basis" | "sentence"> | null;
}

/** @param timeZone in which days are named */
export function monthSentence(
  facts: MonthFacts,
  { report, changed }: LookedAt,
  timeZone: string,
): MonthSentence {
  const name = monthName(facts.month);
  const { prepared, signed, steps } = standingOf(facts);
  if (signed !== null) {
    const lead = `${name} is signed off by ${signed.by}, ${whenText(signed.atMs, timeZone, false)}.`;
    if (changed === null || isUnchanged(changed)) return { lead, rest: "", tone: "good" };
    return { lead, rest: `${changed.basis} ${changed.sentence}`, tone: "warning" };
  }
  if (prepared !== null) {
    const lead = `${name} is prepared by ${prepared.by} and waits for a second person to sign.`;
    if (report === null || report.changes.length === 0) return { lead, rest: "", tone: "accent" };
    const why = otherRulesWords(prepared) ?? `It ${differsWords("prepared", report.changes)}.`;
    return { lead, rest: `${why} Prepare it again before sign-off.`, tone: "warning" };
  }
  const waiting = report === null ? "" : waitingWords(report);
  const reopened = steps.findLast(({ step }) => step === "reopen");
  if (facts.state === "in-review" && reopened !== undefined && steps.at(-1)?.id === reopened.id) {
    const lead = `${name} was reopened by ${reopened.by}, ${whenText(reopened.atMs, timeZone, false)}.`;
    return { lead, rest: [quoted(reopened.note, "."), waiting].filter(Boolean).join(" "), tone: "warning" };
  }
  const state = `${name} is ${STATE_WORDS[facts.state]}.`;
  if (report === null || waiting === "") {
    const rest = report === null ? "" : "Ready to prepare.";
    return { lead: state, rest, tone: "quiet" };
  }
  const { errors, obstacles } = report;
  const open = errors.total - errors.decided;
  if (open > 0) {
    const lead = `${formatCount(open, "error")} of ${name} ${open === 1 ? "is" : "are"} undecided.`;
    const others = waitingWords({ obstacles: obstacles.filter(({ kind }) => kind !== "undecided-errors") });
    return {
      lead,
      rest: [state.replace(name, "The month"), others].filter(Boolean).join(" "),
      tone: "error",
    };
  }
  return { lead: state, rest: waiting, tone: "quiet" };
}

function waitingWords({ obstacles }: Pick<MonthReport, "obstacles">): string {
  return obstacles.map(({ sentence }) => ended(sentence)).join(" ");
}

function quoted(note: string, end = ""): string {
  return note === "" ? "" : `“${note}”${end}`;
}

/** One of the four steps of the close, as far as the month has come since it was last reopened. */
export interface Stage {
  readonly state: CloseState;
  readonly words: string;
  /** `passed` where the month went on without it. */
  readonly is: "done" | "passed" | "here" | "ahead";
  /** The step that led there; null for `open`, and for those passed or ahead. */
  readonly step: CloseStep | null;
}

/** The four steps of a month in their order; those before a reopening are history. */
export function stagesOf({ state, steps }: Pick<MonthFacts, "state" | "steps">): Stage[] {
  const reopened = steps.findLastIndex(({ step }) => step === "reopen");
  const round = steps.slice(Math.max(0, reopened));
  const here = CLOSE_STATES.indexOf(state);
  return CLOSE_STATES.map((stage, at) => {
    const step = at > here ? undefined : round.findLast((one) => STEPS[one.step].to === stage);
    return {
      state: stage,
      words: step?.step === "reopen" ? stepTitle("reopen") : capitalised(STATE_WORDS[stage]),
      is: at > here ? "ahead" : at === here ? "here" : step === undefined && at > 0 ? "passed" : "done",
      step: step ?? null,
    };
  });
}

/** A step as the history shows it. */
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

/** Where an obstacle is dealt with; null where time or nothing but a note does. */
export const WAY_WORDS: Readonly<Record<ObstacleKind, string | null>> = {
  "undecided-errors": "Decide them",
  "not-over": null,
  "opening-not-carried": "Compare the balances",
};

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
  if (prepared !== null) return `Prepared by ${prepared.by}. Waits for a second person to sign.`;
  return facts.state === "in-review" ? "In review, not closed yet." : "Open, not closed yet.";
}
