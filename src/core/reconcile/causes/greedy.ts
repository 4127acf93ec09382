/** A quick choice, for what is too large to be searched and as a mark to beat. */
import { SINGLE_COST, sideCostOf } from "./option.ts";
import { type PossibleEvent, eventOfOne } from "./event.ts";
import type { CauseFact } from "./facts.ts";
import type { FactPart } from "./parts.ts";

/**
 * Takes the event that costs least for each of its facts, then the next that fits, to the end; by their first
 * fact.
 */
export function greedyChoice({ facts, events }: FactPart): PossibleEvent[] {
  const taken = new Set<CauseFact>();
  const byShare = [...facts.map(eventOfOne), ...events].toSorted(
    (a, b) => shareOf(a) - shareOf(b) || a.spanMs - b.spanMs || comparePlaces(a, b),
  );
  const chosen = byShare.filter((event) => {
    if (event.facts.some((fact) => taken.has(fact))) return false;
    for (const fact of event.facts) taken.add(fact);
    return true;
  });
  return chosen.toSorted(comparePlaces);
}

/** More than all that events of a part cost beside being events. */
const EVENT_COST = SINGLE_COST ** 2;

function shareOf(event: PossibleEvent): number {
  return (EVENT_COST + sideCostOf(event)) / event.facts.length;
}

function comparePlaces(a: PossibleEvent, b: PossibleEvent): number {
  const at = a.facts.findIndex((fact, index) => fact !== b.facts[index]);
  return at === -1 ? 0 : (a.facts[at] as CauseFact).place - (b.facts[at]?.place ?? -1);
}
