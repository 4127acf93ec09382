/** Which decision counts. The order in which decisions are given changes nothing: their ids say which came later. */
import type { Decision } from "./decision.ts";

/** How decisions on one fingerprint stand. */
export interface Standing {
  /** The id of the newest decision or undoing, counting or not: what the next to decide must have seen. */
  readonly newestId: number;
  /** The newest decision that was not undone; null when all were. */
  readonly inForce: Decision | null;
}

/** How every finding that was ever decided on stands, by fingerprint. Takes time in proportion to the decisions. */
export function standings(decisions: readonly Decision[]): Map<string, Standing> {
  const undone = new Set<number>();
  for (const { undoes } of decisions) if (undoes !== null) undone.add(undoes);
  const found = new Map<string, Standing>();
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
