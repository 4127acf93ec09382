/** The review queue: its lines, what selecting and deciding on them needs. */
import type { RuleId, Severity } from "../../../core/reconcile/rules.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import type { ReviewStatus, ReviewedFinding } from "../../../core/review/decisions/review.ts";
import type { RowCause } from "./causes.ts";
import type { Rows } from "./rows.ts";

export interface ExceptionsRequest {
  readonly statuses: readonly ReviewStatus[] | null;
  readonly rules: readonly RuleId[] | null;
  readonly severities: readonly Severity[];
  /** In message, payref, rule, note and ids; '' for all. */
  readonly search: string;
  /**
   * `cause`: what one cause explains stands together, and the largest amount at stake comes first; `amount`:
   * finding by finding.
   */
  readonly order: "cause" | "record" | "amount" | "rule" | "newest";
  readonly from: number;
  readonly count: number;
}

/** A line of the review queue. */
export type ExceptionRow = ReviewedFinding & {
  /** When the record it is about happened, milliseconds UTC; null where it is not held. */
  readonly atMs: number | null;
  readonly currency: string | null;
  /** null where no cause explains it. */
  readonly cause: RowCause | null;
};

/** A page of the queue. */
export interface ExceptionRows extends Rows<ExceptionRow> {
  /**
   * Places of all lines that begin what a cause of several findings explains, ascending; none but in the
   * order by cause.
   */
  readonly heads: Int32Array;
}

/** As much of a line of the queue as selecting it and deciding on it needs. */
export interface SelectableException {
  readonly fingerprint: string;
  /** The newest decision on it, null without one. */
  readonly seen: number | null;
  readonly status: ReviewStatus;
  /** As `amountAtRisk` has it, 0 or more. */
  readonly atRisk: number;
  /** The place of the cause that explains it; null where none does. */
  readonly cause: number | null;
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
