/** Which letter to the provider each finding of a check waits under, as of the newest pull. */
import { StandingLetters } from "../../../core/review/letters/letter-rules.ts";
import { type LetterWait, letterWaitFinder } from "../../../core/review/letters/letters.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { type Day, ZoneClock } from "../../../core/time.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listLetterSteps } from "../../ledger/people/letter-step.ts";
import { listPulls } from "../../ledger/pulls/pull.ts";

/**
 * The day of the newest pull; of files that when they were imported, since they say no time of their own.
 *
 * @returns null before the first pull
 */
export function dayOfNewestPull(db: ReadableLedger, timeZone: string): Day | null {
  const last = listPulls(db).at(-1);
  return last === undefined ? null : new ZoneClock(timeZone).day(last.finishedAtMs ?? last.startedAtMs);
}

/** By fingerprint, the letters that findings wait under; those that wait under none are absent. */
export function waitsOf(
  db: ReadableLedger,
  findings: readonly ReviewedFinding[],
  timeZone: string,
): Map<string, LetterWait> {
  const { letters } = new StandingLetters(listLetterSteps(db));
  if (letters.size === 0) return new Map();
  const waitOf = letterWaitFinder(letters.values(), dayOfNewestPull(db, timeZone));
  return new Map(
    findings.flatMap((one) => {
      const wait = waitOf(one);
      return wait === null ? [] : [[one.finding.fingerprint, wait] as const];
    }),
  );
}
