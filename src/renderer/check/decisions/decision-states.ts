/** How findings stand by what was decided in this window, before the check has taken it in. */
import type { ReviewStatus } from "../../../core/review/decisions/review.ts";
import type { DecisionDraft, ExceptionRow } from "../protocol.ts";

interface DraftState {
  readonly draft: DecisionDraft;
  /** Id of the decision; null while it is being written. */
  readonly id: number | null;
}

/** By fingerprint. */
export type DecisionStates = ReadonlyMap<string, DraftState>;

export function afterTaking(decisionStates: DecisionStates, draft: DecisionDraft): DecisionStates {
  const next = new Map(decisionStates);
  for (const { fingerprint } of draft.items) next.set(fingerprint, { draft, id: null });
  return next;
}

/** @param ids of the decisions, by fingerprint */
export function afterWriting(
  decisionStates: DecisionStates,
  draft: DecisionDraft,
  ids: ReadonlyMap<string, number>,
): DecisionStates {
  const next = new Map(decisionStates);
  for (const [fingerprint, id] of ids) {
    if (next.get(fingerprint)?.draft === draft) next.set(fingerprint, { draft, id });
  }
  return next;
}

/** A draft came to nothing. */
export function withoutDraft(decisionStates: DecisionStates, draft: DecisionDraft): DecisionStates {
  const next = new Map(decisionStates);
  for (const { fingerprint } of draft.items) {
    if (next.get(fingerprint)?.draft === draft) next.delete(fingerprint);
  }
  return next;
}

/** What was written on these is undone; what is being written on them stays. */
export function withoutWritten(
  decisionStates: DecisionStates,
  items: DecisionDraft["items"],
): DecisionStates {
  const next = new Map(decisionStates);
  for (const { fingerprint } of items) {
    if (next.get(fingerprint)?.id !== null) next.delete(fingerprint);
  }
  return next;
}

/** Whether a decision on a finding is being written. */
export function isBeingWritten(fingerprint: string, decisionStates: DecisionStates): boolean {
  return decisionStates.get(fingerprint)?.id === null;
}

/** The status that counts: that of a decision taken here, until the check has seen it. */
export function statusOf(
  fingerprint: string,
  { seen, status }: Pick<ExceptionRow, "seen" | "status">,
  decisionStates: DecisionStates,
): ReviewStatus {
  const standing = decisionStates.get(fingerprint);
  if (standing === undefined) return status;
  return standing.id === null || standing.id > (seen ?? 0) ? standing.draft.status : status;
}

/** A row of the queue with the status that counts; the same row where it has it already. */
export function standingRow(row: ExceptionRow, decisionStates: DecisionStates): ExceptionRow {
  const status = statusOf(row.finding.fingerprint, row, decisionStates);
  return status === row.status ? row : { ...row, status };
}
