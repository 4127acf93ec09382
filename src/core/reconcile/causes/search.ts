/** The exact search of one part: what it costs at least, the smallest spans at that cost, and of those choices the first by ids. */
import { type Cover, EVENT_COST, type Option, SINGLE_COST, costOf, coverOf } from "./cover.ts";
import type { PossibleEvent } from "./event.ts";
import { greedyChoice } from "./greedy.ts";
import type { Part } from "./parts.ts";
import {
  type Bounds,
  type CoveredFacts,
  type Search,
  Walk,
  type Way,
  leastCost,
  leastEvents,
} from "./walk.ts";
import { countChoices } from "./ways.ts";
import {
  PARTS_OF_COST,
  beyondSpanWeights,
  beyondWeights,
  spanWeightsOf,
  totalOf,
  weightingsOf,
} from "./weights.ts";
import type { Work } from "./work.ts";

/** What explains a part. */
export interface Choice {
  /** In no order. */
  readonly events: readonly PossibleEvent[];
  /** Whether no other choice has as few events, as few singles and as many suggested payments. */
  readonly unique: boolean;
  /** No choice has fewer events. */
  readonly atLeast: number;
  /** Whether the search came to its end. */
  readonly complete: boolean;
}

interface Found {
  readonly events: readonly PossibleEvent[];
  readonly cost: number;
  readonly spanMs: number;
}

/**
 * Chooses the events that explain each fact of a part once: the fewest events, then the fewest singles, then the
 * most suggested payments, then the smallest spans, then the lowest ids.
 *
 * @param work what may be tried; where it does not suffice, the choice is the best found
 */
export function chooseEvents(part: Part, work: Work): Choice {
  const cover = coverOf(part);
  const bounds: Bounds = { weightings: weightingsOf(cover), spans: null };
  const quick = foundIn(greedyChoice(part));
  const cheapest = findCheapest(cover, bounds, quick, work);
  const { found, atLeast } = cheapest;
  const choice = { events: found.events, unique: false, atLeast, complete: false };
  if (work.isSpent) return choice;
  const unique = countChoices(cover, bounds, found.cost, work) === 1;
  if (work.isSpent || unique) return { ...choice, unique: !work.isSpent, complete: !work.isSpent };
  const narrowBounds: Bounds = { ...bounds, spans: spanWeightsOf(cover, found.cost) };
  const narrowest = findNarrowest(cover, narrowBounds, found, work);
  if (work.isSpent) return { ...choice, events: narrowest.events };
  const first = findFirst(cover, narrowBounds, narrowest, work);
  return { ...choice, events: first.events, complete: !work.isSpent };
}

/** The cheapest choice, with one event more allowed each time there is none; and how few events none has. */
function findCheapest(cover: Cover, bounds: Bounds, quick: Found, work: Work) {
  const weighed = Math.max(...bounds.weightings.map(totalOf));
  const [heaviest = new Float64Array()] = bounds.weightings;
  const beyond = cover.options.map((option) => beyondWeights(option, heaviest));
  const options = sortedBy(cover, beyond);
  let events = leastEvents(weighed, cover.facts.length);
  for (; events <= quick.events.length; events += 1) {
    const most = events * EVENT_COST + cover.facts.length * SINGLE_COST;
    let found: Found | null = quick.cost <= most ? quick : null;
    const isPossible = (way: Way) => {
      const least = leastCost(way);
      return found === null ? least <= most : least < found.cost;
    };
    const arrive = (way: Way, path: readonly Option[]) => {
      found = foundOn(way, path);
      return false;
    };
    const optionsAt = (way: Way, covered: CoveredFacts) => {
      const limit = found === null ? most : found.cost - 1;
      const gap = (limit - way.cost) * PARTS_OF_COST - (way.weights[0] as number);
      return fewest(cover, options, beyond, gap, covered, work);
    };
    new Walk(cover, bounds, work, { optionsAt, isPossible, arrive }).run();
    if (found !== null || work.isSpent) return { found: found ?? quick, atLeast: events };
  }
  throw new Error("a part has no explanation with as many events as one that was found");
}

/** Of the choices that cost as little as one that is known, one with the smallest spans. */
function findNarrowest(cover: Cover, bounds: Bounds, known: Found, work: Work): Found {
  const { spans } = bounds;
  const beyond = cover.options.map((option) => (spans === null ? 0 : beyondSpanWeights(option, spans)));
  const options = sortedBy(cover, beyond);
  let found = known;
  const isPossible = (way: Way) =>
    leastCost(way) <= known.cost && leastSpanMs(way, bounds, known.cost) < found.spanMs - SHORTER_MS;
  const arrive = (way: Way, path: readonly Option[]) => {
    if (way.spanMs < found.spanMs) found = foundOn(way, path);
    return false;
  };
  const optionsAt = (way: Way, covered: CoveredFacts) => {
    const gap = found.spanMs - leastSpanMs(way, bounds, known.cost);
    return fewest(cover, options, beyond, gap, covered, work);
  };
  new Walk(cover, bounds, work, { optionsAt, isPossible, arrive }).run();
  return found;
}

/** Of the choices that cost as little and span as little as one that is known, the one with the lowest ids. */
function findFirst(cover: Cover, bounds: Bounds, known: Found, work: Work): Found {
  let found = known;
  const search: Search = {
    optionsAt: (_, covered) => cover.beginning[covered.firstFree()] ?? [],
    isPossible: (way) =>
      leastCost(way) <= known.cost && leastSpanMs(way, bounds, known.cost) < known.spanMs + SHORTER_MS,
    arrive: (way, path) => {
      if (way.spanMs !== known.spanMs) return false;
      found = foundOn(way, path);
      return true;
    },
  };
  new Walk(cover, bounds, work, search).run();
  return found;
}

/** Spans are whole milliseconds; what the bounds of spans are rounded by is less than this. */
const SHORTER_MS = 0.5;

/** No choice on this way that costs so much in all spans less. */
function leastSpanMs({ spanMs, spans, cost }: Way, bounds: Bounds, costInAll: number): number {
  return spanMs + spans + (bounds.spans?.cost ?? 0) * ((costInAll - cost) / EVENT_COST);
}

/** By fact: the options that explain it, those first that promise most. */
function sortedBy({ facts, options }: Cover, beyond: readonly number[]): readonly (readonly Option[])[] {
  const having: Option[][] = facts.map(() => []);
  for (const option of options.toSorted(
    (a, b) => (beyond[a.number] as number) - (beyond[b.number] as number),
  ))
    for (const fact of option.facts) (having[fact] as Option[]).push(option);
  return having;
}

/** The options of the fact that has the fewest left which promise enough. */
function fewest(
  { facts }: Cover,
  options: readonly (readonly Option[])[],
  beyond: readonly number[],
  gap: number,
  covered: CoveredFacts,
  work: Work,
): readonly Option[] {
  let best: Option[] | null = null;
  for (let fact = 0; fact < facts.length; fact += 1) {
    if (covered.has(fact)) continue;
    const possible: Option[] = [];
    for (const option of options[fact] as readonly Option[]) {
      if ((beyond[option.number] as number) > gap) break;
      if (!work.spend()) return [];
      if (!covered.isFree(option)) continue;
      possible.push(option);
      if (best !== null && possible.length >= best.length) break;
    }
    if (best === null || possible.length < best.length) best = possible;
    if (best.length === 0) break;
  }
  return best ?? [];
}

function foundOn({ cost, spanMs }: Way, path: readonly Option[]): Found {
  return { events: path.map(({ event }) => event), cost, spanMs };
}

function foundIn(events: readonly PossibleEvent[]): Found {
  return {
    events,
    cost: events.reduce((sum, event) => sum + costOf(event), 0),
    spanMs: events.reduce((sum, { spanMs }) => sum + spanMs, 0),
  };
}
