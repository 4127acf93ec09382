/**
 * Weights of facts of which no option holds more than it costs: whatever explains some facts costs at least what
 * they weigh. Several weightings bound better than one.
 */
import { type Cover, EVENT_COST, type Option } from "./cover.ts";
import type { Fact, FactKind } from "./facts.ts";

/** Weights are in sixtieths, so that the cost of an event of up to five facts divides without a rest. */
export const PARTS_OF_COST = 60;

/** By fact, in sixtieths. */
export interface Weighting {
  readonly costs: Float64Array;
  /** Bound the spans of a choice that costs exactly what its facts weigh. */
  readonly spans: Float64Array;
}

/** Weights by kind, in sixtieths of an event; no event that the rules know weighs more than one. */
export const KIND_WEIGHTS: readonly Readonly<Record<FactKind, number>>[] = [
  { break: 12, orphan: 12, duplicate: 12, unsettled: 12, mismatch: 12 },
  { break: 15, orphan: 15, duplicate: 45, unsettled: 0, mismatch: 0 },
  { break: 15, orphan: 60, duplicate: 45, unsettled: -180, mismatch: -180 },
  { break: 0, orphan: 0, duplicate: 60, unsettled: 15, mismatch: 15 },
  { break: -180, orphan: -180, duplicate: 60, unsettled: 60, mismatch: 60 },
];

/** The heaviest few weightings are used: each one costs time at every step. */
const MOST_WEIGHTINGS = 4;

/** Weightings of a part, the heaviest first: by each fact's share of its cheapest option, by kinds, and from nothing, each then raised. */
export function weightingsOf(cover: Cover): Weighting[] {
  const { facts, options } = cover;
  const having: Option[][] = facts.map(() => []);
  for (const option of options) for (const fact of option.facts) having[fact]?.push(option);
  const forward = facts.map((_, at) => at);
  const scarceFirst = forward.toSorted(
    (a, b) => (having[a]?.length ?? 0) - (having[b]?.length ?? 0) || a - b,
  );
  const starts: (readonly [Float64Array, readonly number[]])[] = [
    [Float64Array.from(having, cheapestShare), scarceFirst],
    ...KIND_WEIGHTS.map((weights) => [byKind(facts, weights), scarceFirst] as const),
    [balanced(scarceFirst, having, ({ cost }) => cost), scarceFirst],
    [new Float64Array(facts.length), scarceFirst],
    [new Float64Array(facts.length), forward],
    [new Float64Array(facts.length), forward.toReversed()],
  ];
  return starts
    .map(([costs, order]) => raised(costs, order, having))
    .toSorted((a, b) => totalOf(b.costs) - totalOf(a.costs))
    .slice(0, MOST_WEIGHTINGS);
}

/** What some facts weigh together. */
export function totalOf(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** The least, over the options with a fact, of the cost by facts. */
function cheapestShare(options: readonly Option[]): number {
  return options.reduce(
    (least, { cost, facts }) => Math.min(least, (cost * PARTS_OF_COST) / facts.length),
    Infinity,
  );
}

/** An orphan may be the one with a suggestion, which makes its event cheaper. */
function byKind(facts: readonly Fact[], weights: Readonly<Record<FactKind, number>>): Float64Array {
  return Float64Array.from(
    facts,
    ({ kind }) => weights[kind] * EVENT_COST - (kind === "orphan" ? PARTS_OF_COST : 0),
  );
}

/** Raises each weight in turn as far as its options allow: costs first, then spans of those that leave nothing. */
function raised(
  start: Float64Array,
  order: readonly number[],
  having: readonly (readonly Option[])[],
): Weighting {
  const costs = raise(start, order, having, ({ cost }) => cost);
  const exact = having.map((options) => options.filter((option) => leftOf(option, costs, option.cost) === 0));
  return { costs, spans: raise(balanced(order, exact, spanOf), order, exact, spanOf) };
}

type Price = (option: Option) => number;

function spanOf({ spanMs }: Option): number {
  return spanMs;
}

/** Raises each weight in turn until one of its options has nothing left. */
function raise(
  start: Float64Array,
  order: readonly number[],
  having: readonly (readonly Option[])[],
  priceOf: Price,
): Float64Array {
  const weights = start.slice();
  for (const fact of order) {
    const [least] = leastLeft(having[fact] ?? [], weights, priceOf);
    if (Number.isFinite(least)) weights[fact] = (weights[fact] as number) + least;
  }
  return weights;
}

/** So often each weight is balanced against the others, and less often where there are many options. */
const ROUNDS = 40;
const OPTIONS_BALANCED = 60_000;

/**
 * Weights that are near the best there are: each in turn is moved to where its cheapest option costs as much too little
 * as the next one too much. What is too heavy in the end is taken off again.
 */
function balanced(
  order: readonly number[],
  having: readonly (readonly Option[])[],
  priceOf: Price,
): Float64Array {
  const weights = new Float64Array(having.length);
  const options = having.reduce((sum, { length }) => sum + length, 1);
  const rounds = Math.min(ROUNDS, Math.floor(OPTIONS_BALANCED / options));
  for (let round = 0; round < rounds; round += 1) {
    for (const fact of round % 2 === 0 ? order : order.toReversed()) {
      const [least, second] = leastLeft(having[fact] ?? [], weights, priceOf);
      if (Number.isFinite(second))
        weights[fact] = (weights[fact] as number) + Math.floor((least + second) / 2);
      else if (Number.isFinite(least)) weights[fact] = (weights[fact] as number) + least;
    }
  }
  for (const option of new Set(having.flat())) {
    const left = leftOf(option, weights, priceOf(option));
    if (left >= 0) continue;
    for (const fact of option.facts)
      weights[fact] = (weights[fact] as number) + Math.floor(left / option.facts.length);
  }
  return weights;
}

/** What the two options leave that leave least; Infinity where there are fewer. */
function leastLeft(
  options: readonly Option[],
  weights: Float64Array,
  priceOf: Price,
): readonly [least: number, second: number] {
  let least = Infinity;
  let second = Infinity;
  for (const option of options) {
    const left = leftOf(option, weights, priceOf(option));
    if (left < least) [least, second] = [left, least];
    else if (left < second) second = left;
  }
  return [least, second];
}

/** What a price leaves beside the weights of an option's facts, in sixtieths. */
function leftOf({ facts }: Option, weights: Float64Array, price: number): number {
  let left = price * PARTS_OF_COST;
  for (const fact of facts) left -= weights[fact] as number;
  return left;
}
