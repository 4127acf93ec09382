/** The review queue: its lines, what selecting and deciding on them needs. */
import type { RuleId, Severity } from "../../../core/reconcile/rules.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import type { ReviewStatus, ReviewedFinding } from "../../../core/review/decisions/review.ts";

export interface ExceptionsRequest {
  readonly statuses: readonly ReviewStatus[] | null;
  readonly rules: readonly RuleId[] | null;
  readonly severities: readonly Severity[];
  /** In message, payref, rule, note and ids; '' for all. */
  readonly search: string;
  readonly order: "record" | "amount" | "rule" | "newest";
  readonly from: number;
  readonly count: number;
}

/** A line of the review queue. */
export type ExceptionRow = ReviewedFinding & {
  /** When the record it is about happened, milliseconds UTC; null where it is not held. */
  readonly atMs: number | null;
  readonly currency: string | null;
};

/** As much of a line of the queue as selecting it and deciding on it needs. */
export interface SelectableException {
  readonly fingerprint: string;
  /** The newest decision on it, null without one. */
  readonly seen: number | null;
  readonly status: ReviewStatus;
  /** null where its rule has none. */
  readonly difference: number | null;
  readonly currency: string | null;
}

/** What somebody is about to decide. */
export interface DecisionDraft {
  readonly items: readonly { readonly fingerprint: string; readonly seen: number | null }[];
  readonly status: DecisionStatus;
  readonly note: string;
  /** What it is about, in words: a record, or how many findings. */
  readonly about: string;
}
