/**
 * What the break differences of a currency consist of, so that the verdict and the roll-forward can be
 * followed from one to the other.
 */
import { BREAK_PARTS, breakPartTitle } from "../../../core/report/words/break-parts.ts";
import type { ReviewSummary } from "../../check/protocol.ts";

export interface OverviewPart {
  /** @example `of which wrong balances (9)` */
  readonly title: string;
  readonly in: (currency: string | null) => number;
}

/**
 * @param breakDifferences what they must add up to, by currency
 * @returns none where there is one kind of break alone, or where the parts do not add up
 */
export function breakPartsOf(
  rules: ReviewSummary["rules"],
  breakDifferences: readonly { readonly currency: string | null; readonly breakDifference: number }[],
): OverviewPart[] {
  const parts = BREAK_PARTS.flatMap((part) => {
    const lines = rules.filter((one) => one.rule === part.rule);
    const count = lines.reduce((total, { findings }) => total + findings, 0);
    if (count === 0) return [];
    const sums = lines.flatMap(({ differences }) => differences);
    const sumIn = (currency: string | null) =>
      sums
        .filter((one) => one.currency === currency)
        .reduce((total, { sum }) => total + (sum ?? Number.NaN), 0);
    return [{ title: breakPartTitle(part, count), in: sumIn }];
  });
  const addUp = breakDifferences.every(
    ({ currency, breakDifference }) =>
      parts.reduce((total, part) => total + part.in(currency), 0) === breakDifference,
  );
  return parts.length > 1 && addUp ? parts : [];
}
