/** What people did, as commands print it with `--json`, with times as RFC 3339. */
import type { ActNote } from "../../human-act.ts";
import type { LetterWait } from "../letters/letters.ts";
import { type Period, withInstant } from "../../time.ts";
import type { Evidence } from "../file/attachment.ts";
import type { Decision } from "../decisions/decision.ts";
import type { StandingMatch } from "../decisions/manual-match.ts";
import { type Review, isException } from "../decisions/review.ts";

/** A decision just taken or undone, in a list of schema `tieout.decision/1`. */
export function decisionDocument(decision: Decision) {
  return withInstant(decision);
}

/** Manual matches and their states: schema `tieout.match/1`. */
export function matchesDocument(matches: readonly StandingMatch[]) {
  return {
    schema: "tieout.match/1",
    matches: matches.map(({ undone, ...match }) => ({
      ...withInstant(match),
      undone: undone === null ? null : takenBack(undone),
    })),
  };
}

/** Evidence in the order in which it was attached: schema `tieout.evidence/1`. */
export function evidenceDocument(all: readonly Evidence[]) {
  return {
    schema: "tieout.evidence/1",
    evidence: all.map(({ withdrawn, ...one }) => ({
      ...withInstant(one),
      withdrawn: withdrawn === null ? null : takenBack(withdrawn),
    })),
  };
}

/** The review of a check's exceptions: schema `tieout.review/1`. */
export function reviewDocument({
  shows,
  findings,
  progress,
  period,
  waits,
}: Review & {
  readonly shows: string | null;
  readonly period: Period | null;
  readonly waits: ReadonlyMap<string, LetterWait>;
}) {
  return {
    schema: "tieout.review/1",
    shows,
    period: period === null ? null : { from: period.from, to: period.to },
    progress,
    exceptions: findings
      .filter(({ finding }) => isException(finding))
      .map(({ status, seen, decision, before, changes, finding }) => ({
        status,
        seen,
        decision: decision === null ? null : decisionDocument(decision),
        before: before === null ? null : decisionDocument(before),
        changes,
        waitsFor: waitDocument(waits.get(finding.fingerprint)),
        finding,
      })),
  };
}

function waitDocument(wait: LetterWait | undefined) {
  if (wait === undefined) return null;
  const { lapsed, ...waiting } = wait;
  return { ...waiting, lapsed: lapsed === null ? null : { evidence: lapsed.evidence, ...takenBack(lapsed) } };
}

function takenBack({ by, note, atMs }: ActNote) {
  return withInstant({ by, note, atMs });
}
