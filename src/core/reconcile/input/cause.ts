/** What the causes of a check are: the fewest events that explain its facts. */

/** Events that each explain one break at least; of the other kinds only `single` may. */
export const KINDS_OF_BREAKS = [
  "out-of-sequence",
  "read-late",
  "overwritten-entries",
  "misstated-balance",
  "not-applied",
  "applied-twice",
  "wrong-sign",
  "missing-entries",
  "missing-leg",
] as const;

/** The kinds of events, in the order of the rules: where two explain the same facts, the first is meant. */
export const CAUSE_KINDS = [
  ...KINDS_OF_BREAKS,
  "settled-again",
  "mistyped-payref",
  "split-settlement",
  "lumped-settlement",
  "single",
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** One event, with what it explains. */
export interface Cause {
  readonly kind: CauseKind;
  /** Of the entries among its facts, ascending; of overwritten entries those of their branch. */
  readonly walletIDs: readonly number[];
  /** Of the payments among its facts, ascending. */
  readonly payIDs: readonly number[];
  /** The most at stake among its findings; of overwritten entries what their branch moved. Service's unit. */
  readonly amount: number;
  /** Whether no other choice of events explains its part as well. */
  readonly unique: boolean;
  /** Fingerprints, in the order of the findings. */
  readonly findings: readonly string[];
}

/** The smallest explanation of a check's facts. */
export interface Causes {
  readonly count: number;
  /** No fewer events explain the facts; `count` itself where the search is complete. */
  readonly atLeast: number;
  /** Whether every part was searched to its end. */
  readonly complete: boolean;
  readonly unique: boolean;
  /** In the order of their first finding. */
  readonly items: readonly Cause[];
}

/** How many causes explain how many facts, without which they are. */
export interface CauseCount extends Omit<Causes, "items"> {
  readonly facts: number;
}

export function countCauses({ items, ...figures }: Causes): CauseCount {
  return { ...figures, facts: items.reduce((sum, { findings }) => sum + findings.length, 0) };
}

export interface NumberedCause extends Cause {
  /** Its place among the causes of its check, from 1 on. Another check may number them otherwise. */
  readonly number: number;
}

/** @returns in the order of the check */
export function numberedCauses({ items }: Pick<Causes, "items">): NumberedCause[] {
  return items.map((cause, at) => ({ number: at + 1, ...cause }));
}

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
