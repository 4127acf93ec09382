/** Decisions on a check's findings, by row. */
import type { Finding } from "../../reconcile/result/findings.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import type { BoundChange } from "../../review/decisions/bound-records.ts";
import { type ReviewProgress, type ReviewStatus, isException } from "../../review/decisions/review.ts";
import type { MatchedRow } from "./matched-rows.ts";
import type { ReportInput } from "../input.ts";

/** How a finding stands and the decision that says so: if reopened, that on former numbers or records. */
export interface Reviewed {
  readonly status: ReviewStatus;
  readonly decision: Decision | null;
  /** Where reopened: what the records it was decided on say otherwise now. */
  readonly changes: readonly BoundChange[];
}

export interface Reviewing {
  readonly of: (finding: Finding) => Reviewed;
  readonly progress: ReviewProgress;
}

const OPEN: Reviewed = { status: "open", decision: null, changes: [] };

export function reviewingOf({ review: { findings, progress } }: ReportInput): Reviewing {
  const reviewed = new Map<Finding, Reviewed>();
  for (const { finding, status, decision, before, changes } of findings) {
    if (status !== "open" || decision !== null)
      reviewed.set(finding, { status, decision: decision ?? before, changes });
  }
  return { of: (finding) => reviewed.get(finding) ?? OPEN, progress };
}

const UNDECIDED = [null, null] as const;

/**
 * What stands in the Decision and Note columns of a record's row: of its match by hand and all its
 * exceptions, each word and note once.
 */
export function decisionTexts(
  { of }: Reviewing,
  findings: readonly Finding[],
  hand?: MatchedRow,
): readonly [decision: string | null, note: string | null] {
  if (findings.length === 0 && hand === undefined) return UNDECIDED;
  const statuses = new Set<string>();
  const notes = new Set<string>();
  if (hand !== undefined) {
    statuses.add("matched");
    if (hand.match.note !== "") notes.add(hand.match.note);
  }
  for (const finding of findings) {
    if (!isException(finding)) continue;
    const { status, decision } = of(finding);
    statuses.add(status);
    if (decision !== null && decision.note !== "") notes.add(decision.note);
  }
  return [[...statuses].join(", ") || null, [...notes].join("; ") || null];
}
