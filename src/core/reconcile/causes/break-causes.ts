/** How many of a check's causes explain its breaks, known without looking up their findings. */
import type { Cause, CauseKind, Causes } from "./cause.ts";

/** Kinds that each explain one break at least; of the others only `single` may. */
const OF_BREAKS: ReadonlySet<CauseKind> = new Set([
  "misstated-balance",
  "not-applied",
  "applied-twice",
  "wrong-sign",
  "missing-entries",
]);

/** The causes of a check, as far as they are counted. */
export interface CountedCauses extends Pick<Causes, "count" | "complete"> {
  readonly items: Iterable<Pick<Cause, "kind"> & { readonly findings: Pick<Cause["findings"], "length"> }>;
}

/**
 * Counts the causes that have a break among their findings. Every break has one cause: those that no other
 * kind explains are explained by a `single` each. Takes time in proportion to the causes.
 *
 * @param breaks findings of `chain-break` in the same check
 */
export function breakCauses({ items }: Pick<CountedCauses, "items">, breaks: number): number {
  let causes = 0;
  let explained = 0;
  for (const { kind, findings } of items) {
    if (!OF_BREAKS.has(kind)) continue;
    causes += 1;
    // All findings of a misstated balance are breaks; the others explain one, and what it comes from.
    explained += kind === "misstated-balance" ? findings.length : 1;
  }
  return causes + breaks - explained;
}
