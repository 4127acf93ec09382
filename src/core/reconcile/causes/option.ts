/** A part as a question: which of these options explain each fact exactly once? */
import { type PossibleEvent, eventOfOne } from "./event.ts";
import { type EventIds, eventIDs } from "./event-ids.ts";
import type { FactPart } from "./parts.ts";

/**
 * What a single costs beside an orphan without its suggested payment: no part that is searched has as many
 * facts.
 */
export const SINGLE_COST = 2 ** 10;

/**
 * What an event costs beside being one: whether it is a single, and then each orphan without its suggested
 * payment.
 */
export function sideCostOf({ kind, suggested, facts }: PossibleEvent): number {
  // As every choice explains all facts, adding theirs changes no comparison, and no cost is below 0.
  return (kind === "single" ? SINGLE_COST : 0) - suggested + facts.length;
}

/** An event by the numbers of its facts within the part. */
export interface Option {
  readonly event: PossibleEvent;
  /** Ascending. */
  readonly facts: readonly number[];
  /** What it costs beside being an event. */
  readonly cost: number;
  readonly spanMs: number;
  readonly ids: EventIds;
}

/** The events of a part, and each of its facts alone. */
export function optionsOf({ facts, events }: FactPart): readonly Option[] {
  const numbers = new Map(facts.map(({ place }, at) => [place, at]));
  return [...facts.map(eventOfOne), ...events].map((event) => ({
    event,
    facts: event.facts.map(({ place }) => numbers.get(place) as number),
    cost: sideCostOf(event),
    spanMs: event.spanMs,
    ids: eventIDs(event),
  }));
}
