/** How the numbers of a finding come about, for somebody who has only the records. */
import { formatAmount } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import { BREAK_RULES } from "../../reconcile/rules.ts";

/**
 * The numbers of a finding as a sum, in one line.
 *
 * @param movement of the entry that it is about, in the service's unit; null where that is not known
 * @param decimals 0 to 6; display only
 * @returns null where the finding states no two numbers
 */
export function arithmeticOf(finding: Finding, movement: number | null, decimals: number): string | null {
  const { rule, expected, actual } = finding;
  if (expected === undefined || actual === undefined) return null;
  const say = (amount: number) => formatAmount(amount, decimals);
  const difference = `Difference: ${say(actual)} − ${inBrackets(expected, say)} = ${say(actual - expected)}.`;
  if (!BREAK_RULES.has(rule) || movement === null)
    return `Expected: ${say(expected)}. Found: ${say(actual)}. ${difference}`;
  const before = `${say(expected - movement)} before + ${inBrackets(movement, say)} movement`;
  return `Expected: ${before} = ${say(expected)}. Stated: ${say(actual)}. ${difference}`;
}

/** A negative amount after a sign of its own. */
function inBrackets(amount: number, say: (amount: number) => string): string {
  return amount < 0 ? `(${say(amount)})` : say(amount);
}
