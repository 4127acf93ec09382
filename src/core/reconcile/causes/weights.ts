/**
 * Weights of facts of which no option holds more than it costs: whatever explains some facts costs at least what
 * they weigh. Several weightings bound better than one.
 */
import { type Cover, EVENT_COST, type Option } from "./cover.ts";
import type { Fact, FactKind } from "./facts.ts";
import { heaviestWeights } from "./linear-bound.ts";

/** Weights are in sixtieths, so that the cost of an event of up to five facts divides without a rest. */
export const PARTS_OF_COST = 60;

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
/** Numbers looked at for the heaviest weights of a part. */
const MOST_STEPS = 20_000_000;

/** By fact, in sixtieths: weightings of a part, the heaviest first. */
export function weightingsOf({ facts, options }: Cover): Float64Array[] {
  const having = optionsByFact(facts.length, options);
  const order = [...having.keys()].toSorted(
    (a, b) => (having[a]?.length ?? 0) - (having[b]?.length ?? 0) || a - b,
  );
  const priced = options.map(({ facts: own, cost }) => ({ facts: own, price: cost, use: 0 }));
  const heaviest = heaviestWeights(facts.length, priced, 1, MOST_STEPS).facts.map(inSixtieths);
  takeOff(heaviest, options);
  return [heaviest, ...KIND_WEIGHTS.map((weights) => byKind(facts, weights))]
    .map((weights) => raised(weights, order, having))
    .toSorted((a, b) => totalOf(b) - totalOf(a))
    .slice(0, MOST_WEIGHTINGS);
}

/** What some facts weigh together. */
export function totalOf(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** What an option costs beyond what its facts weigh, in sixtieths. */
export function beyondWeights({ facts, cost }: Option, weights: Float64Array): number {
  return facts.reduce((left, fact) => left - (weights[fact] as number), cost * PARTS_OF_COST);
}

/** Weights that bound the spans of the choices with the lowest cost. */
export interface SpanWeights {
  /** By fact, milliseconds. */
  readonly facts: Float64Array;
  /** What one event, as a cost, takes from them. */
  readonly cost: number;
}

/** @param leastCost of any choice */
export function spanWeightsOf({ facts, options }: Cover, leastCost: number): SpanWeights {
  const priced = options.map(({ facts: own, spanMs, cost }) => ({
    facts: own,
    price: spanMs,
    use: cost / EVENT_COST,
  }));
  const { facts: weights, budget } = heaviestWeights(
    facts.length,
    priced,
    leastCost / EVENT_COST,
    MOST_STEPS,
  );
  const cost = Math.min(0, budget);
  for (const option of options) {
    const left = beyondSpanWeights(option, { facts: weights, cost });
    if (left >= 0) continue;
    for (const fact of option.facts) weights[fact] = (weights[fact] as number) + left / option.facts.length;
  }
  return { facts: weights, cost };
}

/** How much longer an option spans than its weights say, milliseconds. */
export function beyondSpanWeights({ facts, spanMs, cost }: Option, weights: SpanWeights): number {
  const own = spanMs - (cost / EVENT_COST) * weights.cost;
  return facts.reduce((left, fact) => left - (weights.facts[fact] as number), own);
}

function optionsByFact(facts: number, options: readonly Option[]): readonly (readonly Option[])[] {
  const having: Option[][] = Array.from({ length: facts }, () => []);
  for (const option of options) for (const fact of option.facts) having[fact]?.push(option);
  return having;
}

function inSixtieths(weight: number): number {
  const sixtieths = weight * PARTS_OF_COST;
  const nearest = Math.round(sixtieths);
  return Math.abs(sixtieths - nearest) < 0.01 ? nearest : Math.floor(sixtieths);
}

/** Takes off what rounding made too heavy. */
function takeOff(weights: Float64Array, options: readonly Option[]): void {
  for (const option of options) {
    const left = beyondWeights(option, weights);
    if (left >= 0) continue;
    for (const fact of option.facts)
      weights[fact] = (weights[fact] as number) + Math.floor(left / option.facts.length);
  }
}

/** An orphan may be the one with a suggestion, which makes its event cheaper. */
function byKind(facts: readonly Fact[], weights: Readonly<Record<FactKind, number>>): Float64Array {
  return Float64Array.from(
    facts,
    ({ kind }) => weights[kind] * EVENT_COST - (kind === "orphan" ? PARTS_OF_COST : 0),
  );
}

/** Raises each weight in turn as far as its options allow. */
function raised(
  start: Float64Array,
  order: readonly number[],
  having: readonly (readonly Option[])[],
): Float64Array {
  const weights = start.slice();
  for (const fact of order) {
    const least = (having[fact] ?? []).reduce(
      (lowest, option) => Math.min(lowest, beyondWeights(option, weights)),
      Infinity,
    );
    if (Number.isFinite(least)) weights[fact] = (weights[fact] as number) + least;
  }
  return weights;
}
