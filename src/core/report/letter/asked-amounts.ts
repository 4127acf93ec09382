/** The amounts that a letter asks about, as the Lead counts them under raised. */
import { exceptionsOf } from "../exceptions/exceptions.ts";
import { figuresOf } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import { addSafely } from "../statement/exception-amounts.ts";
import { exposuresOf } from "../statement/exposures.ts";

/** In the service's unit, in one currency; null where none is known. */
export interface AskedAmount {
  readonly currency: string | null;
  readonly amount: number;
}

/**
 * Each event once, each currency separately, in the order of the Lead.
 *
 * @param asked fingerprints of the exceptions that the letter asks about
 * @throws TieoutError SUM_OVERFLOW when a total of the month leaves the range of exact integers
 */
export function askedAmounts(input: ReportInput, asked: ReadonlySet<string>): AskedAmount[] {
  const figures = figuresOf(input);
  const exposures = exposuresOf(figures, exceptionsOf(input.check.findings));
  return figures.currencies.blocks.flatMap(({ currency }, block) => {
    const own = exposures.filter((one) => one.block === block && asked.has(one.finding.fingerprint));
    return own.length === 0 ? [] : [{ currency, amount: addSafely(own.map(({ amount }) => amount)) }];
  });
}
