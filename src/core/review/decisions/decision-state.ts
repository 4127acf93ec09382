/**
 * The decision in force on a finding. The order of the given decisions does not matter, because their ids say
 * which is newer.
 */
import type { Decision } from "./decision.ts";

/** As much of a decision as says whether it counts. */
type Counting = Pick<Decision, "id" | "fingerprint" | "undoes">;

/** The decisions on one fingerprint. */
export interface DecisionState<D extends Counting = Decision> {
  /** The id of the newest decision or reversal, counting or not: what the next to decide must have seen. */
  readonly newestId: number;
  /** The newest decision that was not undone; null when all were. */
  readonly inForce: D | null;
}

/** The decisions on every finding that ever had one, by fingerprint. Linear in the decisions. */
export function decisionStates<D extends Counting>(decisions: readonly D[]): Map<string, DecisionState<D>> {
  const undone = new Set<number>();
  for (const { undoes } of decisions) if (undoes !== null) undone.add(undoes);
  const found = new Map<string, DecisionState<D>>();
  for (const decision of decisions) {
    const { id, fingerprint } = decision;
    const before = found.get(fingerprint) ?? { newestId: id, inForce: null };
    const counts = decision.undoes === null && !undone.has(id) && id >= (before.inForce?.id ?? 0);
    found.set(fingerprint, {
      newestId: Math.max(before.newestId, id),
      inForce: counts ? decision : before.inForce,
    });
  }
  return found;
}
