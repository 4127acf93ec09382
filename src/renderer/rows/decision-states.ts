/** How findings stand by what was decided in this window, before the check has taken it in. */
import type { ReviewStatus } from "../../core/review/decisions/review.ts";
import type { DecisionDraft, ExceptionRow } from "../bridge/protocol.ts";

export interface OwnState {
  /** null where it is an undoing: then the check alone knows what counts. */
  readonly draft: DecisionDraft | null;
  /** Id of the decision or undoing; null while it is being written. */
  readonly id: number | null;
}

/** By fingerprint. */
export type DecisionStates = ReadonlyMap<string, OwnState>;

export function isBeingWritten(fingerprint: string, decisionStates: DecisionStates): boolean {
  return decisionStates.get(fingerprint)?.id === null;
}

/** The status that counts: that of a decision taken here, until the check has seen it. */
export function statusOf(
  fingerprint: string,
  { seen, status }: Pick<ExceptionRow, "seen" | "status">,
  decisionStates: DecisionStates,
): ReviewStatus {
  const { draft = null, id = null } = decisionStates.get(fingerprint) ?? {};
  if (draft === null) return status;
  return id === null || id > (seen ?? 0) ? draft.status : status;
}

/** A row of the queue with the status that counts; the same row where it has it already. */
export function standingRow(row: ExceptionRow, decisionStates: DecisionStates): ExceptionRow {
  const status = statusOf(row.finding.fingerprint, row, decisionStates);
  return status === row.status ? row : { ...row, status };
}
