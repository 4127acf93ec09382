/** How many causes explain a check, in one sentence. */
import { formatAmount, formatCount } from "../../money.ts";
import type { Causes } from "../../reconcile/causes/cause.ts";

/**
 * Says how many causes explain the facts, and that fewer do not.
 *
 * @returns null where there is nothing to explain
 * @example `7 causes explain all 18 facts; no 6 do.`
 * @example `At most 9 causes explain all 40 facts; fewer than 7 cannot.`
 */
export function causeWords({ count, atLeast, complete, items }: Causes): string | null {
  if (count === 0) return null;
  const facts = items.reduce((sum, { findings }) => sum + findings.length, 0);
  const all = facts === 1 ? "1 fact" : `all ${formatCount(facts, "fact")}`;
  const explain = `${formatCount(count, "cause")} ${count === 1 ? "explains" : "explain"} ${all}`;
  if (!complete) return `At most ${explain}; fewer than ${formatAmount(atLeast)} cannot.`;
  if (count === 1) return `${explain}.`;
  return `${explain}; no ${formatAmount(count - 1)} ${count === 2 ? "does" : "do"}.`;
}
