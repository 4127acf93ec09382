/** Sets of two to four facts whose amounts come to a sum: sums of pairs are made once for many look-ups. */
import { firstPlace } from "../../sorted.ts";
import type { CauseFact } from "./facts.ts";
import type { Work } from "./search.ts";

export interface AmountGroup {
  readonly amount: number;
  readonly facts: readonly CauseFact[];
}

/** Sums from `least` to `most`, both inclusive. */
export interface SumRange {
  readonly least: number;
  readonly most: number;
}

/** Two groups, or one twice, by their numbers: `first` ≤ `second`. */
interface SumPair {
  readonly sum: number;
  readonly first: number;
  readonly second: number;
}

/** A group for each fact of a set, ascending by amount; one that is named twice gives two facts. */
type TakeGroups = (groups: readonly AmountGroup[]) => void;

export class SubsetSums {
  /** By amount. */
  readonly #groups: readonly AmountGroup[];
  /** By sum. */
  readonly #pairs: readonly SumPair[];

  /** @param wanted all sums that will be looked for */
  constructor(facts: readonly CauseFact[], wanted: SumRange) {
    this.#groups = groupsOf(facts);
    this.#pairs = pairsOf(this.#groups, wanted).toSorted((a, b) => a.sum - b.sum);
  }

  /** Finds all sets of two to four amounts that sum to a range, once. @returns whether the work sufficed */
  find(range: SumRange, work: Work, take: TakeGroups): boolean {
    const enough = (...numbers: readonly number[]) => {
      const groups = numbers.map((number) => this.#groups[number] as AmountGroup);
      if (groups.every((group) => namesOf(group, groups) <= group.facts.length)) take(groups);
    };
    this.#eachPair(range, work, ({ first, second }) => enough(first, second));
    this.#findThree(range, work, enough);
    this.#findFour(range, work, enough);
    return !work.isSpent;
  }

  #findThree(range: SumRange, work: Work, take: (a: number, b: number, c: number) => void): void {
    for (let lowest = 0; lowest < this.#groups.length && work.spend(); lowest += 1) {
      const rest = lessThan(range, (this.#groups[lowest] as AmountGroup).amount);
      this.#eachPair(rest, work, ({ first, second }) => {
        if (first >= lowest) take(lowest, first, second);
      });
    }
  }

  /** The sums that are left for a second pair descend as the first pair's ascends. */
  #findFour(range: SumRange, work: Work, take: (a: number, b: number, c: number, d: number) => void): void {
    const pairs = this.#pairs;
    let from = pairs.length;
    for (let low = 0; low < pairs.length && work.spend(); low += 1) {
      const { sum, first, second } = pairs[low] as SumPair;
      const { least, most } = lessThan(range, sum);
      while (from > 0 && (pairs[from - 1] as SumPair).sum >= least) from -= 1;
      for (let high = from; high < pairs.length && work.spend(); high += 1) {
        const pair = pairs[high] as SumPair;
        if (pair.sum > most) break;
        if (pair.first >= second) take(first, second, pair.first, pair.second);
      }
    }
  }

  #eachPair({ least, most }: SumRange, work: Work, take: (pair: SumPair) => void): void {
    const pairs = this.#pairs;
    let at = firstPlace(pairs.length, (place) => (pairs[place] as SumPair).sum >= least);
    for (; at < pairs.length && work.spend(); at += 1) {
      const pair = pairs[at] as SumPair;
      if (pair.sum > most) return;
      take(pair);
    }
  }
}

/** How many pairs of amounts some facts have at most. */
export function countPairs(facts: readonly CauseFact[]): number {
  const amounts = new Set(facts.map(({ amount }) => amount)).size;
  return (amounts * (amounts + 1)) / 2;
}

function lessThan({ least, most }: SumRange, amount: number): SumRange {
  return { least: least - amount, most: most - amount };
}

function namesOf(group: AmountGroup, groups: readonly AmountGroup[]): number {
  return groups.filter((other) => other === group).length;
}

function groupsOf(facts: readonly CauseFact[]): AmountGroup[] {
  return [...Map.groupBy(facts, ({ amount }) => amount)]
    .map(([amount, own]) => ({ amount, facts: own }))
    .toSorted((a, b) => a.amount - b.amount);
}

/** The pairs that can be in a wanted set. A sum beyond the safe range is not exact: it explains nothing. */
function pairsOf(groups: readonly AmountGroup[], { least, most }: SumRange): SumPair[] {
  const lowest = Math.min(0, 2 * (groups[0]?.amount ?? 0));
  const highest = Math.max(0, 2 * (groups.at(-1)?.amount ?? 0));
  const pairs: SumPair[] = [];
  for (const [first, { amount, facts }] of groups.entries()) {
    for (let second = facts.length > 1 ? first : first + 1; second < groups.length; second += 1) {
      const sum = amount + (groups[second] as AmountGroup).amount;
      const isWanted = sum + lowest <= most && sum + highest >= least;
      if (isWanted && Number.isSafeInteger(sum)) pairs.push({ sum, first, second });
    }
  }
  return pairs;
}
