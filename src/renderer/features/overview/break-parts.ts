/**
 * What the break differences of a currency consist of, so that the verdict and the roll-forward can be
 * followed from one to the other.
 */
import { type RollPart, rollParts } from "../../../core/words/break-parts.ts";
import type { ReviewSummary } from "../../check/protocol.ts";

/** What break differences must add up to in one currency. */
interface CurrencyBreaks {
  readonly currency: string | null;
  readonly breakDifference: number;
}

/** @returns none where there is one kind of break alone, or where the parts do not add up */
export function breakPartsOf(
  rules: ReviewSummary["rules"],
  breakDifferences: readonly CurrencyBreaks[],
): RollPart<CurrencyBreaks>[] {
  return rollParts(breakDifferences, (rule) => {
    const lines = rules.filter((one) => one.rule === rule);
    const sums = lines.flatMap(({ differences }) => differences);
    return {
      rows: lines.reduce((total, { findings }) => total + findings, 0),
      in: ({ currency }) =>
        sums
          .filter((one) => one.currency === currency)
          .reduce((total, { sum }) => total + (sum ?? Number.NaN), 0),
    };
  });
}
