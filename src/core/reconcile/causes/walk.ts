/** A walk through the ways to explain the facts of a part, one fact after the other. */
import { type Cover, EVENT_COST, type Option, SINGLE_COST } from "./cover.ts";
import { PARTS_OF_COST, type SpanWeights, totalOf } from "./weights.ts";
import type { Work } from "./work.ts";

/** A way to explain some of the facts. */
export interface Way {
  readonly cost: number;
  readonly spanMs: number;
  /** How many facts are left. */
  readonly left: number;
  /** By weighting: what the facts that are left weigh, in sixtieths. */
  readonly weights: readonly number[];
  /** What they weigh by their spans, milliseconds; 0 without such weights. */
  readonly spans: number;
}

/** What a walk looks for. */
export interface Search {
  /** The options for one of the facts that are left, in the order in which they are tried. */
  optionsAt(way: Way, covered: CoveredFacts): readonly Option[];
  /** Whether a way may still lead to what is looked for. */
  isPossible(way: Way): boolean;
  /** All facts are explained. @returns whether the walk is over */
  arrive(way: Way, path: readonly Option[]): boolean;
}

/** What bounds the ways of a part. */
export interface Bounds {
  /** By weighting and fact, in sixtieths. */
  readonly weightings: readonly Float64Array[];
  readonly spans: SpanWeights | null;
}

/** So many sets of explained facts are remembered; the others are walked again. */
const MOST_REACHED = 300_000;

/** The way on which nothing is explained yet. */
export function startOf(cover: Cover, { weightings, spans }: Bounds): Way {
  return {
    cost: 0,
    spanMs: 0,
    left: cover.facts.length,
    weights: weightings.map(totalOf),
    spans: spans === null ? 0 : totalOf(spans.facts),
  };
}

/** The way after one more option. */
export function after(way: Way, option: Option, { weightings, spans }: Bounds): Way {
  return {
    cost: way.cost + option.cost,
    spanMs: way.spanMs + option.spanMs,
    left: way.left - option.facts.length,
    weights: way.weights.map((rest, at) => lessFacts(rest, weightings[at] as Float64Array, option)),
    spans: spans === null ? 0 : lessFacts(way.spans, spans.facts, option),
  };
}

/** No choice on this way costs less. */
export function leastCost({ cost, left, weights }: Way): number {
  const weight = Math.max(...weights);
  const byEvents = leastEvents(weight, left) * EVENT_COST - left;
  return cost + Math.max(Math.ceil(weight / PARTS_OF_COST), byEvents);
}

/** The fewest events that cost so much, if up to all of their facts were singles. */
export function leastEvents(sixtieths: number, facts: number): number {
  return Math.ceil((sixtieths / PARTS_OF_COST - facts * SINGLE_COST) / EVENT_COST);
}

function lessFacts(rest: number, weights: Float64Array, { facts }: Option): number {
  return facts.reduce((left, fact) => left - (weights[fact] as number), rest);
}

/** Facts that were explained before, and the cheapest way there, of those the one with the smallest spans. */
interface Reached {
  cost: number;
  spanMs: number;
}

/** Explains the facts in their order, each by the options that begin with it. */
export class Walk {
  readonly #cover: Cover;
  readonly #bounds: Bounds;
  readonly #work: Work;
  readonly #search: Search;
  readonly #covered: CoveredFacts;
  readonly #path: Option[] = [];
  readonly #reached = new Map<string, Reached>();

  constructor(cover: Cover, bounds: Bounds, work: Work, search: Search) {
    this.#cover = cover;
    this.#bounds = bounds;
    this.#work = work;
    this.#search = search;
    this.#covered = new CoveredFacts(cover.facts.length);
  }

  /** Walks to the end, or until the search or the work is over. */
  run(): void {
    this.#explainFrom(startOf(this.#cover, this.#bounds));
  }

  /** @returns whether the walk is over */
  #explainFrom(way: Way): boolean {
    if (way.left === 0) return this.#search.arrive(way, this.#path);
    if (!this.#isWorthwhile(way)) return false;
    for (const option of this.#search.optionsAt(way, this.#covered)) {
      if (!this.#work.spend()) return true;
      if (!this.#covered.isFree(option)) continue;
      const next = after(way, option, this.#bounds);
      if (!this.#search.isPossible(next)) continue;
      this.#covered.add(option);
      this.#path.push(option);
      const isOver = this.#explainFrom(next);
      this.#path.pop();
      this.#covered.remove(option);
      if (isOver) return true;
    }
    return false;
  }

  /** Whether no way to the same facts was as good. */
  #isWorthwhile({ cost, spanMs }: Way): boolean {
    const key = this.#covered.key;
    const reached = this.#reached.get(key);
    if (reached === undefined) {
      if (this.#reached.size < MOST_REACHED) this.#reached.set(key, { cost, spanMs });
      return true;
    }
    if (cost > reached.cost || (cost === reached.cost && spanMs >= reached.spanMs)) return false;
    reached.cost = cost;
    reached.spanMs = spanMs;
    return true;
  }
}

/** Which facts of a part are explained. */
export class CoveredFacts {
  readonly #covered: Uint8Array;
  #bits = 0n;

  constructor(facts: number) {
    this.#covered = new Uint8Array(facts);
  }

  /** Names the set. A map finds long numbers by their last digits only, hence a text. */
  get key(): string {
    return this.#bits.toString(36);
  }

  firstFree(): number {
    return this.#covered.indexOf(0);
  }

  has(fact: number): boolean {
    return this.#covered[fact] === 1;
  }

  isFree({ facts }: Option): boolean {
    for (const fact of facts) if (this.#covered[fact] === 1) return false;
    return true;
  }

  add(option: Option): void {
    for (const fact of option.facts) this.#covered[fact] = 1;
    this.#bits |= option.bits;
  }

  remove(option: Option): void {
    for (const fact of option.facts) this.#covered[fact] = 0;
    this.#bits ^= option.bits;
  }
}
