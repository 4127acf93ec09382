/** Events within one chain: runs of misstated balances, and an entry listed twice but applied once. */
import { type PossibleEvent, eventOf } from "./event.ts";
import type { Fact } from "./facts.ts";

/** The most links of a run: those of three rows and of the entry after them. */
const MOST_LINKS = 4;

/**
 * The events of a chain that explain more than one fact.
 *
 * @param breaks in the order of the chains
 * @param duplicates by walletID
 */
export function* chainEvents(
  breaks: readonly Fact[],
  duplicates: ReadonlyMap<number, Fact>,
): Generator<PossibleEvent> {
  for (const [at, first] of breaks.entries()) {
    const run = runFrom(breaks, at);
    const event = run === null ? null : eventOf("misstated-balance", run);
    if (event !== null) yield event;
    const duplicate = duplicates.get(first.finding.walletID ?? -1);
    if (duplicate !== undefined && first.amount === 0 - first.movement) {
      yield { kind: "not-applied", facts: [first, duplicate], spanMs: 0, suggested: 0 };
    }
  }
}

/**
 * The shortest run of neighbouring breaks whose differences sum to nil; null when none of up to four links
 * does.
 */
function runFrom(breaks: readonly Fact[], from: number): Fact[] | null {
  const run: Fact[] = [];
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
