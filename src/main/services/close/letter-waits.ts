/** Which letter to the provider each finding of a check waits under, as of the newest pull. */
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import { oncePer } from "../../../core/once-per.ts";
import { reconcile } from "../../../core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { withdrawnIn } from "../../../core/review/file/attachment.ts";
import {
  type LetterWait,
  type RecordedLetter,
  askedFinder,
  itemStateFinder,
  letterWaitFinder,
  stillAsking,
} from "../../../core/review/letters/letters.ts";
import type { RaisedCounts } from "../../../core/review/letters/letter-words.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { type Day, ZoneClock } from "../../../core/time.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { newestPull } from "../shared/shown-now.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

/**
 * The day of the newest pull; of files that when they were imported, since they say no time of their own.
 *
 * @returns null before the first pull
 */
export function dayOfNewestPull(db: ReadableLedger, timeZone: string): Day | null {
  const last = newestPull(db);
  return last === null ? null : new ZoneClock(timeZone).day(last.atMs);
}

/**
 * The letters that were sent, each with what the whole history still has. A check of a period is followed by
 * one of the whole history, under the conventions that it decided, where there are any letters.
 */
export function lettersStillAsking(
  db: ReadableLedger,
  input: CheckInput,
  result: CheckResult,
): RecordedLetter[] {
  const letters = sentLetters(db);
  if (letters.length === 0) return [];
  const stateOf = stateNowFinder(input, result);
  return letters.map((letter) => stillAsking({ letter, states: letter.items.map(stateOf) }));
}

/** The letters that were sent, each with all that it asked. */
export function sentLetters(db: ReadableLedger): RecordedLetter[] {
  return [...standingLetters(db).letters.values()].filter(({ sent }) => sent !== null);
}

/** How findings of a check stand in the whole history: `gone` where later records cleared them. */
export function stateNowFinder(input: CheckInput, result: CheckResult): ReturnType<typeof itemStateFinder> {
  return itemStateFinder(
    [
      ...(result.period === null ? result.findings : checkOfAll(result)(input)),
      ...result.findings.filter(({ rule }) => rule === "opening-not-carried"),
    ].map((finding) => ({ finding, status: "open" })),
  );
}

/** Both what letters still ask and what is raised want it. */
const checkOfAll = oncePer(({ options, convention, settlementBasis }: CheckResult) =>
  oncePer((input: CheckInput) => {
    const decided = { ...options, convention: convention.used, settlementBasis: settlementBasis.used };
    return reconcile(input, decided, { period: null, sha256 }).findings;
  }),
);

/**
 * The findings of a check that are raised and that no later records cleared: what a letter asks about.
 */
export function raisedFindings(
  { input, result }: { readonly input: CheckInput; readonly result: CheckResult },
  { findings }: { readonly findings: readonly ReviewedFinding[] },
): ReviewedFinding["finding"][] {
  const raised = findings.filter(({ status }) => status === "raised");
  if (raised.length === 0) return [];
  const stateOf = stateNowFinder(input, result);
  return raised.map(({ finding }) => finding).filter((finding) => stateOf(finding) !== "gone");
}

/** Counts what is raised of a check, by whether one of some letters asked about it. */
export function raisedCounts(
  gathered: { readonly input: CheckInput; readonly result: CheckResult },
  { findings }: { readonly findings: readonly ReviewedFinding[] },
  letters: Iterable<RecordedLetter>,
): RaisedCounts {
  const isAsked = askedFinder(letters);
  const raised = findings.filter(({ status }) => status === "raised");
  const inNone = raised.filter(({ finding }) => !isAsked(finding));
  const unasked = raisedFindings(gathered, { findings: inNone }).length;
  return { total: raised.length, unasked, cleared: inNone.length - unasked };
}

/** By fingerprint, the letters that findings of a check wait under; those that wait under none are absent. */
export function waitsOf(
  db: ReadableLedger,
  input: CheckInput,
  result: CheckResult,
  findings: readonly ReviewedFinding[],
): Map<string, LetterWait> {
  const letters = lettersStillAsking(db, input, result);
  if (letters.length === 0) return new Map();
  const asOf = dayOfNewestPull(db, result.options.timeZone);
  const waitOf = letterWaitFinder(letters, asOf, withdrawnIn(listAttachments(db)));
  return new Map(
    findings.flatMap((one) => {
      const wait = waitOf(one);
      return wait === null ? [] : [[one.finding.fingerprint, wait] as const];
    }),
  );
}
