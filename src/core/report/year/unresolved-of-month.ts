/** What is unresolved at a month's end, in money: the amounts of its Lead. */
import { exceptionsOf } from "../exceptions/exceptions.ts";
import { figuresOf } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import { type Unresolved, unresolvedOf } from "../statement/exception-amounts.ts";
import { exposuresOf, totalsByBlock } from "../statement/exposures.ts";

/**
 * @returns by currency, null for what none is known of; only where something is unresolved
 * @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers
 */
export function unresolvedOfMonth(input: ReportInput): Map<string | null, Unresolved> {
  const figures = figuresOf(input);
  const exposures = exposuresOf(figures, exceptionsOf(input.check.findings));
  return new Map(
    totalsByBlock(figures, exposures).flatMap((totals, block) => {
      const unresolved = unresolvedOf(totals);
      if (unresolved.items === 0) return [];
      return [[figures.currencies.blocks[block]?.currency ?? null, unresolved] as const];
    }),
  );
}
