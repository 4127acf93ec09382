/** How many choices of a part have its lowest cost. */
import type { Cover } from "./cover.ts";
import { type Bounds, CoveredFacts, type Way, after, leastCost, startOf } from "./walk.ts";
import type { Work } from "./work.ts";

/** Facts that were explained before, at what cost, and in how many ways the others can be explained then. */
interface Counted {
  readonly cost: number;
  readonly ways: number;
}

/**
 * Counts up to two.
 *
 * @param cost the least of any choice
 * @returns 2 where the work did not suffice
 */
export function countChoices(cover: Cover, bounds: Bounds, cost: number, work: Work): number {
  const covered = new CoveredFacts(cover.facts.length);
  const counted = new Map<string, Counted>();
  const countFrom = (way: Way): number => {
    if (way.left === 0) return way.cost === cost ? 1 : 0;
    const { key } = covered;
    const before = counted.get(key);
    // A dearer way to the same facts cannot be among the cheapest choices.
    if (before !== undefined && way.cost >= before.cost) return way.cost === before.cost ? before.ways : 0;
    const first = covered.firstFree();
    let ways = 0;
    for (const option of cover.beginning[first] ?? []) {
      if (!work.spend()) return 2;
      if (!covered.isFree(option)) continue;
      const next = after(way, option, bounds);
      if (leastCost(next) > cost) continue;
      covered.add(option);
      ways += countFrom(next);
      covered.remove(option);
      if (ways >= 2) return 2;
    }
    counted.set(key, { cost: way.cost, ways });
    return ways;
  };
  return countFrom(startOf(cover, bounds));
}
