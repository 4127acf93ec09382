/** A part as a question: which of these options explain each fact exactly once, at the least cost? */
import { type PossibleEvent, eventOfOne } from "./event.ts";
import { type EventIds, compareIds, idsOf } from "./event-ids.ts";
import type { Part } from "./parts.ts";

/**
 * What an event costs beside others, before spans and ids: one event, then a single, then an orphan without
 * its suggested payment. In one number, as no part that is searched has as many as a thousand facts.
 */
export const EVENT_COST = 2 ** 20;
export const SINGLE_COST = 2 ** 10;

export function costOf({ kind, suggested }: PossibleEvent): number {
  return EVENT_COST + (kind === "single" ? SINGLE_COST : 0) - suggested;
}

/** An event by the numbers of its facts within the part. */
export interface Option {
  readonly event: PossibleEvent;
  /** Its own number within the part. */
  readonly number: number;
  /** Ascending. */
  readonly facts: readonly number[];
  /** One for each of them. */
  readonly bits: bigint;
  readonly cost: number;
  readonly spanMs: number;
  readonly ids: EventIds;
}

export interface Cover {
  readonly facts: Part["facts"];
  readonly options: readonly Option[];
  /** By fact: the options that begin with it, by their ids. */
  readonly beginning: readonly (readonly Option[])[];
}

export function coverOf({ facts, events }: Part): Cover {
  const numbers = new Map(facts.map(({ place }, at) => [place, at]));
  const options = [...facts.map(eventOfOne), ...events].map((event, number): Option => {
    const own = event.facts.map(({ place }) => numbers.get(place) as number);
    const bits = own.reduce((all, fact) => all | (1n << BigInt(fact)), 0n);
    return { event, number, facts: own, bits, cost: costOf(event), spanMs: event.spanMs, ids: idsOf(event) };
  });
  const byFirst = Map.groupBy(options, (option) => option.facts[0]);
  const beginning = facts.map((_, at) =>
    (byFirst.get(at) ?? []).toSorted((a, b) => compareIds(a.ids, b.ids)),
  );
  return { facts, options, beginning };
}
