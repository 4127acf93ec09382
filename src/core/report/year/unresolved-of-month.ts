/** What is unresolved at a month's end, in money: the amount of its Lead. */
import { exceptionsOf } from "../exceptions/exceptions.ts";
import { type Unresolved, exposuresOf, unresolvedKinds, unresolvedOf } from "../exceptions/exposure.ts";
import { figuresOf } from "../figures.ts";
import type { ReportInput } from "../input.ts";

/**
 * @returns by currency, null for what none is known of; only where something is unresolved
 * @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers
 */
export function unresolvedOfMonth(input: ReportInput): Map<string | null, Unresolved> {
  const figures = figuresOf(input);
  const exposures = exposuresOf(figures, exceptionsOf(input.check.findings));
  return new Map(
    unresolvedKinds(figures, exposures).flatMap((kinds, block) => {
      const { items, ...amounts } = unresolvedOf(kinds);
      return items === 0 ? [] : [[figures.currencies.blocks[block]?.currency ?? null, { items, ...amounts }]];
    }),
  );
}
