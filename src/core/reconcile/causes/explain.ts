/** The smallest explanation of a check: the fewest events that explain each of its facts once. */
import type { CheckInput } from "../input.ts";
import type { Cause, Causes } from "./cause.ts";
import { type PossibleEvent, eventOfOne } from "./event.ts";
import { eventIDs } from "./event-ids.ts";
import { type ExplainedCheck, type CauseFact, factsOf } from "./facts.ts";
import { greedyChoice } from "./greedy.ts";
import { leastEvents } from "./least-events.ts";
import { type FactPart, partsOf } from "./parts.ts";
import { possibleEvents } from "./events/possible-events.ts";
import { type EventChoice, chooseEvents, onlyChoice } from "./search.ts";
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
  const { events, isOpen, mostPayments } = possibleEvents(facts, check.options);
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
    atLeast:
      bounded + lone.length - openAlone.length + leastEvents([...openAlone, ...unbounded], mostPayments),
    complete: openAlone.length === 0 && explained.every(({ complete }) => complete),
    unique: items.every(({ cause }) => cause.unique),
    items: items.toSorted((a, b) => a.place - b.place).map(({ cause }) => cause),
  };
}

/** A part with what explains it; `atLeast` is null where it is only bounded with others. */
type ExplainedPart = Omit<EventChoice, "atLeast"> & {
  readonly part: FactPart;
  readonly atLeast: number | null;
};

function explainPart(part: FactPart, isOpen: Uint8Array, budget: Work): ExplainedPart {
  const choice = onlyChoice(part) ?? searchedChoice(part, budget);
  if (choice !== null && part.facts.every(({ place }) => isOpen[place] === 0)) return { part, ...choice };
  const events = choice?.events ?? greedyChoice(part);
  return { part, events, unique: false, atLeast: null, complete: false };
}

function searchedChoice(part: FactPart, budget: Work): EventChoice | null {
  return part.facts.length <= MOST_FACTS ? chooseEvents(part, new Work(WORK_A_PART, budget)) : null;
}

function placedCause(
  event: PossibleEvent,
  unique: boolean,
): { readonly place: number; readonly cause: Cause } {
  const findings = event.facts.map(({ finding }) => finding);
  const first = event.facts[0] as CauseFact;
  const { walletIDs, payIDs } = eventIDs(event);
  const moved = first.pattern?.moved ?? null;
  return {
    place: first.place,
    cause: {
      kind: event.kind,
      walletIDs: moved === null ? walletIDs : (first.pattern?.walletIDs ?? walletIDs),
      payIDs,
      amount: moved ?? findings.reduce((most, { atStake }) => Math.max(most, atStake), 0),
      unique,
      findings: findings.map(({ fingerprint }) => fingerprint),
    },
  };
}
