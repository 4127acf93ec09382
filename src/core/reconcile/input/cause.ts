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
  /** Whether all items are unique. */
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
