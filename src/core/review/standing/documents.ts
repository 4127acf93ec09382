/** What people did, as commands print it with `--json`, with times as RFC 3339. */
import type { ActNote } from "../../human-act.ts";
import type { LetterWait } from "../letters/letters.ts";
import { type Period, withInstant } from "../../time.ts";
import type { Evidence } from "../file/attachment.ts";
import type { StandingMatch } from "../decisions/manual-match.ts";
import { type Review, isException } from "../decisions/review.ts";

/** Manual matches and their states: schema `tieout.match/1`. */
export function matchesDocument(matches: readonly StandingMatch[]) {
  return {
    schema: "tieout.match/1",
    matches: matches.map(({ undone, ...match }) => ({
      ...withInstant(match),
      undone: takenBack(undone),
    })),
  };
}

/** Evidence in the order in which it was attached: schema `tieout.evidence/1`. */
export function evidenceDocument(all: readonly Evidence[]) {
  return {
    schema: "tieout.evidence/1",
    evidence: all.map(({ withdrawn, ...one }) => ({
      ...withInstant(one),
      withdrawn: takenBack(withdrawn),
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
        decision: withInstant(decision),
        before: withInstant(before),
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

function takenBack(act: ActNote | null) {
  return act === null ? null : withInstant({ by: act.by, note: act.note, atMs: act.atMs });
}
