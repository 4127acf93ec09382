/** How the facts that causes explain relate to what else the Overview counts. */
import { formatAmount, formatCount } from "../../../core/money.ts";

interface CountedFacts {
  readonly facts: number;
  /** Facts that are balances that do not follow. */
  readonly breaks: number;
  /** Errors and warnings: the facts are among them. */
  readonly exceptions: number;
}

/** @example `28 of 50 exceptions are facts; the balances that do not follow are among them.` */
export function factWords({ facts, breaks, exceptions }: CountedFacts): string {
  const of = `${formatAmount(facts)} of ${formatCount(exceptions, "exception")}`;
  const are = facts === 1 ? "is a fact" : "are facts";
  if (breaks === 0) return `${of} ${are}.`;
  const wrong = breaks === 1 ? "the balance that does not follow is" : "the balances that do not follow are";
  return `${of} ${are}; ${wrong} among them.`;
}
