/** How many events some facts take at least, by what each kind of fact may weigh in any event. */
import type { CauseFact, FactKind } from "./facts.ts";

/** What each kind of fact weighs where no event weighs more than `most`. */
interface Weights extends Readonly<Record<FactKind, number>> {
  readonly most: number;
}

/**
 * Weights by which no event that the rules know is too heavy. All duplicates of a payref in a wallet weigh
 * together what one is said to weigh.
 *
 * @param payments no event has more
 */
function weightsFor(payments: number): readonly Weights[] {
  return [
    { break: 1, orphan: 1, duplicate: 1, unsettled: 1, mismatch: 1, most: payments + 1 },
    { break: 1, orphan: 1, duplicate: 3, unsettled: 0, mismatch: 0, most: 4 },
    { break: 1, orphan: 4, duplicate: 3, unsettled: -12, mismatch: -12, most: 4 },
    { break: 0, orphan: 0, duplicate: payments, unsettled: 1, mismatch: 1, most: payments },
    { break: -3, orphan: 1 - payments, duplicate: 1, unsettled: 1, mismatch: 1, most: 1 },
  ];
}

/**
 * No fewer events explain some facts, whatever events there may be besides those that were looked at.
 *
 * @param facts no break of a stretch or a branch; duplicates of a payref only with all others of it in the
 *   wallet
 * @param mostPayments no event has more
 */
export function leastEvents(facts: readonly CauseFact[], mostPayments: number): number {
  const duplicated = Map.groupBy(facts, ({ kind, wallet, finding: { payref } }) =>
    kind === "duplicate" ? `${wallet} ${payref}` : null,
  );
  const others = duplicated.get(null) ?? [];
  duplicated.delete(null);
  const bounds = weightsFor(mostPayments).map((weights) =>
    Math.ceil(
      others.reduce((sum, { kind }) => sum + weights[kind], duplicated.size * weights.duplicate) /
        weights.most,
    ),
  );
  return Math.max(0, ...bounds);
}
