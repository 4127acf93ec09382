/** Independent parts: facts that share no possible event are explained each by themselves. */
import { type CauseFact, MANY_SPAN_MS, TWO_SPAN_MS } from "./facts.ts";
import type { CauseKind } from "../input/cause.ts";
import type { RecordIds } from "../input/input.ts";
import { causeByAmount } from "../input/findings.ts";

export interface FactPart {
  /** In the order of the findings. */
  readonly facts: readonly CauseFact[];
  /** Those of more than one fact. */
  readonly events: readonly PossibleEvent[];
}

interface FactParts {
  /** Of more than one fact, in the order of their first fact. */
  readonly parts: readonly FactPart[];
  /** The facts that are in no event with others. */
  readonly lone: readonly CauseFact[];
}

/** Takes facts, in the order of the findings, apart by the events of several facts that join them. */
export function partsOf(facts: readonly CauseFact[], events: readonly PossibleEvent[]): FactParts {
  const joined = new Int32Array(facts.length).map((_, place) => place);
  const isJoined = new Uint8Array(facts.length);
  for (const { facts: own } of events) {
    const root = rootOf(joined, (own[0] as CauseFact).place);
    for (const { place } of own) {
      joined[rootOf(joined, place)] = root;
      isJoined[place] = 1;
    }
  }
  const parts = new Map<number, { facts: CauseFact[]; events: PossibleEvent[] }>();
  for (const fact of facts) {
    if (isJoined[fact.place] === 0) continue;
    const root = rootOf(joined, fact.place);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, { facts: [fact], events: [] });
    else part.facts.push(fact);
  }
  for (const event of events) {
    parts.get(rootOf(joined, (event.facts[0] as CauseFact).place))?.events.push(event);
  }
  return { parts: [...parts.values()], lone: facts.filter(({ place }) => isJoined[place] === 0) };
}

/** The fact that stands for those joined with one. Ways are shortened as they are walked. */
function rootOf(joined: Int32Array, place: number): number {
  let at = place;
  while (joined[at] !== at) {
    joined[at] = joined[joined[at] as number] as number;
    at = joined[at] as number;
  }
  return at;
}

// An event that may explain facts, and whether its records are near enough in time.

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

// A part as a question: which of these options explain each fact exactly once?

/** What a single costs beside an orphan without its suggested payment: more than a searched part's facts. */
export const SINGLE_COST = 2 ** 10;

/** What an event costs beside being one: as a single, then for each orphan without its suggested payment. */
export function sideCostOf({ kind, suggested, facts }: PossibleEvent): number {
  // As every choice explains all facts, adding theirs changes no comparison, and no cost is below 0.
  return (kind === "single" ? SINGLE_COST : 0) - suggested + facts.length;
}

/** An event by the numbers of its facts within the part. */
export interface Option {
  readonly event: PossibleEvent;
  /** Ascending. */
  readonly facts: readonly number[];
  readonly spanMs: number;
  readonly ids: RecordIds;
}

/** The events of a part, and each of its facts alone. */
export function optionsOf({ facts, events }: FactPart): readonly Option[] {
  const numbers = new Map(facts.map(({ place }, at) => [place, at]));
  return [...facts.map(eventOfOne), ...events].map((event) => ({
    event,
    facts: event.facts.map(({ place }) => numbers.get(place) as number),
    spanMs: event.spanMs,
    ids: eventIDs(event),
  }));
}

// The ids of an event's records, and which of two events has the lower ones.

/** Ascending, each once. Facts of one event are of one wallet, so that the order of the findings is that of the ids. */
export function eventIDs({ facts }: Pick<PossibleEvent, "facts">): RecordIds {
  const walletIDs = facts.flatMap(({ finding }) => finding.walletID ?? []);
  return {
    walletIDs: walletIDs.filter((id, at) => id !== walletIDs[at - 1]),
    payIDs: facts.flatMap(({ finding }) => finding.payID ?? []),
  };
}

/** walletIDs first, then payIDs; a list that another begins with is lower. */
export function compareIds(a: RecordIds, b: RecordIds): number {
  return compareLists(a.walletIDs, b.walletIDs) || compareLists(a.payIDs, b.payIDs);
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((id, index) => id !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at] as number) - (b[at] ?? -Infinity);
}
