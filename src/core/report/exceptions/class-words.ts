/** What became of exceptions, in money and in words: the same in window and terminal. */
import { formatAmount, formatCount } from "../../money.ts";
import { REVIEW_CLASSES } from "../../review/decisions/review.ts";
import { type ClassTotals, unresolvedOf } from "./exception-amounts.ts";

export interface ClassAmounts {
  /** null where none is known. */
  readonly currency: string | null;
  readonly totals: ClassTotals;
}

/** What nobody explained or accepted yet, as amounts show it. @example `NGN 9,212,770 to resolve` */
export function toResolveWords({ currency, totals }: ClassAmounts, decimals: number): string {
  const money = currency === null ? "" : `${currency} `;
  return `${money}${amountWords(unresolvedOf(totals).amount, decimals)} to resolve`;
}

/** Each class with exceptions. @example `undecided 1,713,320 in 11 exceptions, raised 7,499,450 in 46` */
export function classWords({ totals }: Pick<ClassAmounts, "totals">, decimals: number): string {
  const parts = REVIEW_CLASSES.filter((name) => totals[name].items > 0).map((name, at) => {
    const { amount, items } = totals[name];
    return `${name} ${amountWords(amount, decimals)} in ${at === 0 ? formatCount(items, "exception") : formatAmount(items)}`;
  });
  return parts.join(", ");
}

export const CLASS_MEANING =
  "At stake, each event once, as on the workbook's Lead. To resolve is what is undecided or raised: it is not the difference of the balance.";

/** A sum of amounts ends at the largest safe integer. */
function amountWords(amount: number, decimals: number): string {
  return `${amount === Number.MAX_SAFE_INTEGER ? "at least " : ""}${formatAmount(amount, decimals)}`;
}
