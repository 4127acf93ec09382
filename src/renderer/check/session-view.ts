/** The settings of an open ledger's check, and the state that places show. */
import type { CheckOptions } from "../../core/options.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { HowFar } from "./messages.ts";
import type { CheckSummary, ComingCheck, DisplayFormat, ReviewSummary, RunRequest } from "./protocol.ts";

/** What the window wants to see checked. */
export interface Wanted extends RunRequest {
  /** Changes whenever the ledger's records do. */
  readonly records: string;
  /** Changes whenever matches by hand or signed closings do. */
  readonly human: string;
  readonly options: CheckOptions;
  readonly wording: DisplayFormat;
}

export interface SessionView {
  readonly state: "reading" | "checking" | "ready" | "failed";
  /** Rows read so far, or passes of a check that takes longer than a moment; null where neither is known. */
  readonly progress: HowFar | null;
  /**
   * The first check while it is under way: its rows can be asked for as they were read. null before the records
   * are there, and from the first result on.
   */
  readonly first: FirstCheck | null;
  /** What went wrong, for FaultOf; null unless failed. */
  readonly error: unknown;
  /**
   * Of the newest check there is; null before the first. While `state` is not `ready` it is of an earlier
   * one.
   */
  readonly summary: CheckSummary | null;
  /** The period that was asked for when `summary` was made; undefined before the first. */
  readonly periodAsked: Wanted["period"] | undefined;
  /** null until decisions are known. */
  readonly review: ReviewSummary | null;
  /** What `summary` and `review` are based on, see `conclusionOf`; null without a review. */
  readonly concludedFrom: string | null;
  /** Changes whenever rows, findings or their statuses may be others. */
  readonly revision: number;
}

/** What can be said, and shown, while the first check is under way. */
export interface FirstCheck extends ComingCheck {
  readonly request: RunRequest;
}

/** Before anything was read. */
export const NO_VIEW: SessionView = {
  state: "reading",
  progress: null,
  first: null,
  error: null,
  summary: null,
  periodAsked: undefined,
  review: null,
  concludedFrom: null,
  revision: 0,
};

/** The id of the newest decision, 0 without one. @param decisions in the order in which they were taken */
export function newestDecision(decisions: readonly Decision[]): number {
  return decisions.at(-1)?.id ?? 0;
}

/** Names what a conclusion is based on: the same text for the same records, request and decisions. */
export function conclusionOf(wanted: Wanted, decisions: readonly Decision[]): string {
  const { records, human, options, period, wording } = wanted;
  return JSON.stringify([records, human, options, period, wording, newestDecision(decisions)]);
}
