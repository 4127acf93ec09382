/**
 * The decision in force on a finding. The order of the given decisions does not matter, because their ids say
 * which is newer.
 */
import type { Decision } from "./decision.ts";
import { endorsementTest } from "./endorsement.ts";

/** The decisions on one fingerprint. */
export interface DecisionState {
  /** The id of the newest decision or reversal, counting or not: what the next to decide must have seen. */
  readonly newestId: number;
  /** The newest decision of its own, see `endorsementTest`, that was not undone; null when all were. */
  readonly inForce: Decision | null;
}

/** The decisions on every finding that ever had one, by fingerprint. Linear in the decisions. */
export function decisionStates(decisions: readonly Decision[]): Map<string, DecisionState> {
  const isEndorsement = endorsementTest(decisions);
  const undone = new Set<number>();
  for (const { undoes } of decisions) if (undoes !== null) undone.add(undoes);
  const found = new Map<string, DecisionState>();
  for (const decision of decisions) {
    const { id, fingerprint } = decision;
    const before = found.get(fingerprint) ?? { newestId: id, inForce: null };
    const isOwn = decision.undoes === null && !undone.has(id) && !isEndorsement(decision);
    const counts = isOwn && id >= (before.inForce?.id ?? 0);
    found.set(fingerprint, {
      newestId: Math.max(before.newestId, id),
      inForce: counts ? decision : before.inForce,
    });
  }
  return found;
}
