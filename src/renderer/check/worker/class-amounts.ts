/** What the exceptions of the held check come to, by what became of them: the amounts of the workbook's Lead. */
import type { ClassAmounts } from "../../../core/report/statement/class-words.ts";
import { countExceptions, totalsBy } from "../../../core/report/statement/exception-amounts.ts";
import { blockOfFinding } from "../../../core/report/statement/exposures.ts";
import { isException } from "../../../core/review/decisions/review.ts";
import type { HeldCheck } from "./held-check.ts";

/** Each currency separately, in the order of the Lead; none where there are no exceptions. */
export function classAmountsOf(held: HeldCheck): ClassAmounts[] {
  const { review, result, input } = held;
  const ground = { input: { check: result, records: input }, currencies: held.currencies() };
  const judged = review.findings.filter(({ finding }) => isException(finding));
  const blocks = judged.map(({ finding }) => blockOfFinding(ground, finding));
  const totals = totalsBy(judged, countExceptions(judged, result.causes), (at) => blocks[at] ?? 0);
  return ground.currencies.blocks.flatMap(({ currency }, block) => {
    const of = totals.get(block);
    return of === undefined ? [] : [{ currency, totals: of }];
  });
}
