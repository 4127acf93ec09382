/** What the exceptions of the held check come to, by what became of them: the amounts of the workbook's Lead. */
import { countExceptions, totalsBy } from "../../../core/report/statement/exception-amounts.ts";
import type { ClassAmounts } from "../../../core/report/statement/class-words.ts";
import { isException } from "../../../core/review/decisions/review.ts";
import { exceptionCurrency } from "./exceptions.ts";
import type { HeldCheck } from "./held-check.ts";
import { byCurrency } from "./review-summary.ts";

/** Each currency separately, in the order of the codes; none where there are no exceptions. */
export function classAmountsOf(held: HeldCheck): ClassAmounts[] {
  const { review, result } = held;
  const places = [...review.findings.keys()].filter((at) => isException(review.findings[at]!.finding));
  const judged = places.map((at) => review.findings[at]!);
  const counted = countExceptions(judged, result.causes);
  const totals = totalsBy(judged, counted, (at) => exceptionCurrency(held, places[at] ?? -1));
  return [...totals].map(([currency, of]) => ({ currency, totals: of })).toSorted(byCurrency);
}
