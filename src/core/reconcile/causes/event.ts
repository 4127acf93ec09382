/** An event that may explain facts, and whether its records are near enough in time. */
import type { CauseKind } from "./cause.ts";
import { type CauseFact, MANY_SPAN_MS, TWO_SPAN_MS } from "./facts.ts";
import { causeByAmount } from "../result/findings.ts";

export interface PossibleEvent {
  readonly kind: CauseKind;
  /** In the order of the findings. */
  readonly facts: readonly CauseFact[];
  /** From its earliest to its latest record, milliseconds. */
  readonly spanMs: number;
  /** How many of its orphans have one of its payments among their suggestions. */
  readonly suggested: number;
}

/** An event whose facts are records of their own; null where they are too far apart, or one has no date. */
export function eventOf(kind: CauseKind, facts: readonly CauseFact[]): PossibleEvent | null {
  const spanMs = spanOf(facts);
  // A comparison with NaN is false, so that a payment without a date joins nothing.
  if (!(spanMs <= (facts.length === 2 ? TWO_SPAN_MS : MANY_SPAN_MS))) return null;
  const ordered = facts.toSorted((a, b) => a.place - b.place);
  return { kind, facts: ordered, spanMs, suggested: suggestedIn(facts) };
}

/** An event that is no sum, and so may span any time. */
export function eventOfAnyLength(kind: CauseKind, facts: readonly CauseFact[]): PossibleEvent {
  return { kind, facts, spanMs: spanOf(facts), suggested: 0 };
}

/** The event of one fact alone: by what it is itself, else `single`. */
export function eventOfOne(fact: CauseFact): PossibleEvent {
  return { kind: kindOfOne(fact), facts: [fact], spanMs: 0, suggested: 0 };
}

function kindOfOne({ kind, amount, movement, correctsEarlier, pattern }: CauseFact): CauseKind {
  if (kind !== "break") return "single";
  if (pattern !== null) return pattern.kind;
  if (correctsEarlier) return "misstated-balance";
  return causeByAmount(movement, amount) ?? "single";
}

function spanOf(facts: readonly CauseFact[]): number {
  let earliest = Infinity;
  let latest = -Infinity;
  for (const { atMs } of facts) {
    earliest = Math.min(earliest, atMs);
    latest = Math.max(latest, atMs);
  }
  return latest - earliest;
}

function suggestedIn(facts: readonly CauseFact[]): number {
  const orphans = facts.filter(({ kind }) => kind === "orphan");
  if (orphans.length === 0) return 0;
  const payrefs = new Set(facts.filter(({ kind }) => kind !== "orphan").map(({ finding }) => finding.payref));
  return orphans.filter(({ finding: { suggestions = [] } }) =>
    suggestions.some((payref) => payrefs.has(payref)),
  ).length;
}
