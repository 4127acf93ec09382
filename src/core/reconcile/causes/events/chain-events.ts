/** Events within one chain: stretches, branches, misstated balances, and entries listed more than once. */
import type { CauseKind } from "../cause.ts";
import { type PossibleEvent, eventOf, eventOfAnyLength } from "../event.ts";
import type { CauseFact } from "../facts.ts";

/** The most links of a run: those of three rows and of the entry after them. */
const MOST_LINKS = 4;

/**
 * The events of a chain that explain more than one fact, and no payment.
 *
 * @param breaks in the order of the chains
 * @param duplicates in the same order
 */
export function* chainEvents(
  breaks: readonly CauseFact[],
  duplicates: readonly CauseFact[],
): Generator<PossibleEvent> {
  yield* patternEvents(breaks);
  const duplicateOf = new Map(duplicates.map((fact) => [fact.finding.walletID, fact]));
  const others = breaks.filter(({ pattern }) => pattern === null);
  for (const [at, first] of others.entries()) {
    const run = runFrom(others, at);
    const event = run === null ? null : eventOf("misstated-balance", run);
    if (event !== null) yield event;
    const duplicate = duplicateOf.get(first.finding.walletID);
    if (duplicate !== undefined && first.amount === 0 - first.movement) {
      yield { kind: "not-applied", facts: [first, duplicate], spanMs: 0, suggested: 0 };
    }
  }
  for (const again of Map.groupBy(duplicates, ({ finding }) => finding.payref).values()) {
    if (again.length > 1) yield eventOfAnyLength("settled-again", again);
  }
}

/** All breaks of a stretch or a branch are one event, however many they are. */
function* patternEvents(breaks: readonly CauseFact[]): Generator<PossibleEvent> {
  const parts = new Map<string, { readonly kind: CauseKind; readonly facts: CauseFact[] }>();
  for (const fact of breaks) {
    if (fact.pattern === null) continue;
    const { kind, walletIDs } = fact.pattern;
    const key = `${kind} ${walletIDs[0]}`;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { kind, facts: [fact] });
    else part.facts.push(fact);
  }
  for (const { kind, facts } of parts.values()) {
    if (facts.length > 1) yield eventOfAnyLength(kind, facts);
  }
}

/**
 * The shortest run of neighbouring breaks whose differences sum to nil; null when none of up to four links
 * does.
 */
function runFrom(breaks: readonly CauseFact[], from: number): CauseFact[] | null {
  const run: CauseFact[] = [];
  let sum = 0;
  for (const link of breaks.slice(from, from + MOST_LINKS)) {
    const before = run.at(-1);
    if (before !== undefined && link.position !== before.position + 1) return null;
    run.push(link);
    sum += link.amount;
    // A sum that leaves the safe range is not exact, and explains nothing.
    if (!Number.isSafeInteger(sum)) return null;
    if (sum === 0) return run;
  }
  return null;
}
