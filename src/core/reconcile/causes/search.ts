/** The exact search of one part: every choice is tried that can still be the best. */
import { type Cover, EVENT_COST, type Option, SINGLE_COST, coverOf } from "./cover.ts";
import type { PossibleEvent } from "./event.ts";
import { greedyChoice } from "./greedy.ts";
import type { Part } from "./parts.ts";
import { PARTS_OF_COST, type Weighting, totalOf, weightingsOf } from "./weights.ts";
import type { Work } from "./work.ts";

/** What explains a part. */
export interface Choice {
  /** In the order of their first fact. */
  readonly events: readonly PossibleEvent[];
  /** Whether no other choice has as few events, as few singles and as many suggested payments. */
  readonly unique: boolean;
  /** No choice has fewer events. */
  readonly atLeast: number;
  /** Whether the search came to its end. */
  readonly complete: boolean;
}

/** Facts that were covered before, and the cheapest way there. */
interface Reached {
  cost: number;
  spanMs: number;
  /** Whether another way there costs the same. */
  tied: boolean;
}

interface Best {
  readonly options: readonly Option[];
  readonly cost: number;
  readonly spanMs: number;
}

/** So many sets of covered facts are remembered; the others are searched again. */
const MOST_REACHED = 300_000;

/**
 * Chooses the events that explain each fact of a part once: the fewest events, then the fewest singles, then the
 * most suggested payments, then the smallest spans, then the lowest ids.
 *
 * @param work what may be tried; where it does not suffice, the choice is the best found
 */
export function chooseEvents(part: Part, work: Work): Choice {
  const cover = coverOf(part);
  const weightings = weightingsOf(cover);
  const heaviest = Math.max(...weightings.map(({ costs }) => totalOf(costs)));
  const start = leastEvents(heaviest, cover.facts.length);
  const fallback = greedyChoice(part);
  for (let events = start; events <= fallback.length; events += 1) {
    const search = new CoverSearch(cover, weightings, events, work);
    const best = search.run();
    const isOver = work.isSpent;
    if (best === null && !isOver) continue;
    return {
      events: best?.options.map(({ event }) => event) ?? fallback,
      unique: !isOver && search.isUnique,
      atLeast: events,
      complete: !isOver,
    };
  }
  throw new Error("a part has no explanation with as many events as one that was found");
}

/** The fewest events that cost so much, if up to all of their facts were singles. */
function leastEvents(sixtieths: number, facts: number): number {
  return Math.ceil((sixtieths / PARTS_OF_COST - facts * SINGLE_COST) / EVENT_COST);
}

/**
 * Explains the facts in their order, each by the options that begin with it, by ids: of choices that are as good the
 * first one found has the lowest ids. A way is left as soon as it cannot become the best.
 */
class CoverSearch {
  readonly #cover: Cover;
  readonly #weightings: readonly Weighting[];
  readonly #work: Work;
  /** By option: a bit for each of its facts. */
  readonly #bits: readonly bigint[];
  readonly #covered: Uint8Array;
  readonly #path: Option[] = [];
  /** By the text of the covered bits: a map finds long numbers by their last digits only. */
  readonly #reached = new Map<string, Reached>();
  #best: Best | null = null;
  /** How many choices cost as little as the best, up to two. */
  #ways = 0;
  /** No choice that costs more is of interest. */
  #mostCost: number;

  /** @param events the most that a choice may have */
  constructor(cover: Cover, weightings: readonly Weighting[], events: number, work: Work) {
    this.#cover = cover;
    this.#weightings = weightings;
    this.#work = work;
    this.#bits = cover.options.map(bitsOf);
    this.#covered = new Uint8Array(cover.facts.length);
    this.#mostCost = events * EVENT_COST + cover.facts.length * SINGLE_COST;
  }

  /** The best choice; null where there is none with so few events. */
  run(): Best | null {
    const costs = this.#weightings.map((weighting) => totalOf(weighting.costs));
    const spans = this.#weightings.map((weighting) => totalOf(weighting.spans));
    this.#explainFrom(0, 0n, { cost: 0, spanMs: 0, left: this.#covered.length, costs, spans });
    return this.#best;
  }

  /** After `run`. */
  get isUnique(): boolean {
    let bits = 0n;
    const tied = (this.#best?.options ?? []).some((option) => {
      bits |= this.#bits[option.number] as bigint;
      return this.#reached.get(keyOf(bits))?.tied === true;
    });
    return this.#ways === 1 && !tied;
  }

  #explainFrom(from: number, bits: bigint, way: Way): void {
    let first = from;
    while (this.#covered[first] === 1) first += 1;
    if (first === this.#covered.length) return this.#arrive(way);
    if (!this.#isWorthwhile(bits, way)) return;
    for (const option of this.#cover.beginning[first] ?? []) {
      if (!this.#work.spend()) return;
      if (option.facts.some((fact) => this.#covered[fact] === 1)) continue;
      const next = this.#after(way, option);
      if (!this.#canBeBest(next)) continue;
      for (const fact of option.facts) this.#covered[fact] = 1;
      this.#path.push(option);
      this.#explainFrom(first + 1, bits | (this.#bits[option.number] as bigint), next);
      this.#path.pop();
      for (const fact of option.facts) this.#covered[fact] = 0;
    }
  }

  #arrive({ cost, spanMs }: Way): void {
    const best = this.#best;
    if (best === null || cost < best.cost) this.#ways = 1;
    else this.#ways = 2;
    if (best !== null && cost === best.cost && spanMs >= best.spanMs) return;
    this.#best = { options: [...this.#path], cost, spanMs };
    this.#mostCost = cost;
  }

  /** Whether no way to the same facts was as good; an earlier one of the same cost and spans has lower ids. */
  #isWorthwhile(bits: bigint, { cost, spanMs }: Way): boolean {
    const key = keyOf(bits);
    const reached = this.#reached.get(key);
    if (reached === undefined) {
      if (this.#reached.size < MOST_REACHED) this.#reached.set(key, { cost, spanMs, tied: false });
      return true;
    }
    if (cost > reached.cost) return false;
    reached.tied = cost === reached.cost;
    if (reached.tied && spanMs >= reached.spanMs) return false;
    reached.cost = cost;
    reached.spanMs = spanMs;
    return true;
  }

  #after({ cost, spanMs, left, costs, spans }: Way, option: Option): Way {
    return {
      cost: cost + option.cost,
      spanMs: spanMs + option.spanMs,
      left: left - option.facts.length,
      costs: costs.map((rest, at) => lessFacts(rest, (this.#weightings[at] as Weighting).costs, option)),
      spans: spans.map((rest, at) => lessFacts(rest, (this.#weightings[at] as Weighting).spans, option)),
    };
  }

  #canBeBest({ cost, spanMs, left, costs, spans }: Way): boolean {
    const weight = Math.max(...costs);
    const byEvents = leastEvents(weight, left) * EVENT_COST - left;
    const least = cost + Math.max(Math.ceil(weight / PARTS_OF_COST), byEvents);
    if (least !== this.#mostCost || this.#ways < 2) return least <= this.#mostCost;
    // As good at most: it must be nearer together.
    const bestSpan = (this.#best?.spanMs ?? Infinity) * PARTS_OF_COST;
    return !costs.some(
      (rest, at) =>
        cost * PARTS_OF_COST + rest === this.#mostCost * PARTS_OF_COST &&
        spanMs * PARTS_OF_COST + (spans[at] as number) >= bestSpan,
    );
  }
}

/** A way to explain some of the facts. */
interface Way {
  readonly cost: number;
  readonly spanMs: number;
  /** How many facts are left. */
  readonly left: number;
  /** By weighting: what the facts that are left weigh, in sixtieths. */
  readonly costs: readonly number[];
  readonly spans: readonly number[];
}

function keyOf(bits: bigint): string {
  return bits.toString(36);
}

function bitsOf({ facts }: Option): bigint {
  return facts.reduce((bits, fact) => bits | (1n << BigInt(fact)), 0n);
}

function lessFacts(rest: number, weights: Float64Array, { facts }: Option): number {
  return facts.reduce((left, fact) => left - (weights[fact] as number), rest);
}
