/** How many of a check's causes explain its breaks, known without looking up their findings. */
import { type Cause, type CauseKind, type Causes, KINDS_OF_BREAKS } from "../input/cause.ts";

const OF_BREAKS: ReadonlySet<CauseKind> = new Set(KINDS_OF_BREAKS);

export interface CountedCause extends Pick<Cause, "kind"> {
  readonly payIDs: Pick<Cause["payIDs"], "length">;
  readonly findings: Pick<Cause["findings"], "length">;
}

export interface CountedCauses extends Pick<Causes, "count" | "complete"> {
  readonly items: Iterable<CountedCause>;
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
  for (const { kind, payIDs, findings } of items) {
    if (!OF_BREAKS.has(kind)) continue;
    causes += 1;
    // What was not applied may be a duplicate, too; of the others all but the payments are breaks.
    explained += kind === "not-applied" ? 1 : findings.length - payIDs.length;
  }
  return causes + breaks - explained;
}
