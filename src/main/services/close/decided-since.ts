/** Counts, for prepared and signed months, exceptions whose decision changed since. It checks no month. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { decisionStates } from "../../../core/review/decisions/decision-state.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listDecisions } from "../../ledger/people/decision.ts";
import { raisedOf } from "../../ledger/people/run-document.ts";
import { findRunDocument } from "../../ledger/people/run.ts";

/**
 * Counts them by what the month's kept run raised: what only a later check raises was never prepared.
 *
 * @param steps of all months
 * @returns months without any are not in it
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH
 */
export function decidedSince(db: ReadableLedger, steps: readonly CloseStep[]): ReadonlyMap<Month, number> {
  const counts = new Map<Month, number>();
  const frozen = [...monthStates(steps).values()].flatMap(({ month, prepared }) =>
    prepared === null ? [] : [{ month, ...prepared.frozen }],
  );
  if (frozen.length === 0) return counts;
  const decisions = listDecisions(db);
  const now = inForceOf(decisions);
  for (const { month, decisionId, runId } of frozen) {
    const later = new Set(decisions.flatMap(({ id, fingerprint }) => (id > decisionId ? [fingerprint] : [])));
    if (later.size === 0) continue;
    const then = inForceOf(decisions.filter(({ id }) => id <= decisionId));
    const others = new Set([...later].filter((one) => then.get(one) !== now.get(one)));
    const document = others.size === 0 ? null : findRunDocument(db, runId);
    const count = document === null ? 0 : raisedOf(document, others).size;
    if (count > 0) counts.set(month, count);
  }
  return counts;
}

/** Ids of the decisions that were not undone, by fingerprint. */
function inForceOf(decisions: readonly Decision[]): ReadonlyMap<string, number | undefined> {
  return new Map(
    [...decisionStates(decisions)].map(([fingerprint, { inForce }]) => [fingerprint, inForce?.id]),
  );
}
