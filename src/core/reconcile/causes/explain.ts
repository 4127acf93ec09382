/** The smallest explanation of a check: the fewest events that explain each of its facts once. */
import type { CheckInput } from "../input.ts";
import type { Cause, Causes } from "./cause.ts";
import { type PossibleEvent, eventOfOne } from "./event.ts";
import { idsOf } from "./event-ids.ts";
import { type ExplainedCheck, type Fact, type FactKind, factsOf } from "./facts.ts";
import { greedyChoice } from "./greedy.ts";
import { type Part, partsOf } from "./parts.ts";
import { possibleEvents } from "./possible-events.ts";
import { type Choice, chooseEvents } from "./search.ts";
import { Work } from "./work.ts";

/** More facts of one part than these are not searched. */
const MOST_FACTS = 100;
/** Options tried in one part, and in all parts: so many, and more by the number of facts. */
const WORK_A_PART = 200_000_000;
const WORK = 200_000_000;
const WORK_A_FACT = 10;

/**
 * Explains the facts of a check (chain-break, orphan-payref, paid-without-entry, duplicate-entry,
 * amount-mismatch) by the fewest events; on a tie by the fewest singles, then the most suggested payments,
 * then the smallest spans, then the lowest ids.
 *
 * @returns items in the order of their first finding; proven where `complete`, else the best found within a
 *   count of steps, the same on every computer
 */
export function explain(input: CheckInput, check: ExplainedCheck): Causes {
  const facts = factsOf(input, check);
  const { events, isOpen } = possibleEvents(facts, check.options.tolerance);
  const budget = new Work(WORK + WORK_A_FACT * facts.length);
  const { parts, lone } = partsOf(facts, events);
  const explained = parts.map((part) => explainPart(part, isOpen, budget));
  const openAlone = lone.filter(({ place }) => isOpen[place] === 1);
  const unbounded = explained.flatMap(({ part, atLeast }) => (atLeast === null ? part.facts : []));
  const bounded = explained.reduce((sum, { atLeast }) => sum + (atLeast ?? 0), 0);
  const items = [
    ...lone.map((fact) => placedCause(eventOfOne(fact), isOpen[fact.place] === 0)),
    ...explained.flatMap(({ events: own, unique }) => own.map((event) => placedCause(event, unique))),
  ];
  return {
    count: items.length,
    atLeast: bounded + lone.length - openAlone.length + leastEvents([...openAlone, ...unbounded]),
    complete: openAlone.length === 0 && explained.every(({ complete }) => complete),
    unique: items.every(({ cause }) => cause.unique),
    items: items.toSorted((a, b) => a.place - b.place).map(({ cause }) => cause),
  };
}

/** A part with what explains it; `atLeast` is null where it is only bounded with others. */
type ExplainedPart = Omit<Choice, "atLeast"> & { readonly part: Part; readonly atLeast: number | null };

function explainPart(part: Part, isOpen: Uint8Array, budget: Work): ExplainedPart {
  const isSearched = part.facts.length <= MOST_FACTS;
  const choice = isSearched ? chooseEvents(part, new Work(WORK_A_PART, budget)) : null;
  if (choice !== null && part.facts.every(({ place }) => isOpen[place] === 0)) return { part, ...choice };
  const events = choice?.events ?? greedyChoice(part);
  return { part, events, unique: false, atLeast: null, complete: false };
}

/** Sixtieths of an event, so that one divides by up to five facts without a rest. */
const EVENT_WEIGHT = 60;

/** Weights by kind, in sixtieths; no event that the rules know weighs more than one. */
const KIND_WEIGHTS: readonly Readonly<Record<FactKind, number>>[] = [
  { break: 12, orphan: 12, duplicate: 12, unsettled: 12, mismatch: 12 },
  { break: 15, orphan: 15, duplicate: 45, unsettled: 0, mismatch: 0 },
  { break: 15, orphan: 60, duplicate: 45, unsettled: -180, mismatch: -180 },
  { break: 0, orphan: 0, duplicate: 60, unsettled: 15, mismatch: 15 },
  { break: -180, orphan: -180, duplicate: 60, unsettled: 60, mismatch: 60 },
];

/** No fewer events explain some facts, whatever events there may be besides those that were looked at. */
function leastEvents(facts: readonly Fact[]): number {
  const bounds = KIND_WEIGHTS.map((weights) =>
    Math.ceil(facts.reduce((sum, { kind }) => sum + weights[kind], 0) / EVENT_WEIGHT),
  );
  return Math.max(0, ...bounds);
}

function placedCause(
  event: PossibleEvent,
  unique: boolean,
): { readonly place: number; readonly cause: Cause } {
  const findings = event.facts.map(({ finding }) => finding);
  return {
    place: (event.facts[0] as Fact).place,
    cause: {
      kind: event.kind,
      ...idsOf(event),
      amount: Math.max(...findings.map(({ atStake }) => atStake)),
      unique,
      findings: findings.map(({ fingerprint }) => fingerprint),
    },
  };
}
