/** What a check concludes, in the few numbers and words that a page shows. */
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { type CheckInput, NO_PAYREF } from "../../../core/reconcile/input.ts";
import { countCauses } from "../../../core/reconcile/causes/cause.ts";
import { type CheckResult, SETTLEMENT } from "../../../core/reconcile/result/result.ts";
import { rollByCurrency } from "../../../core/report/rollforward/currency-roll.ts";
import { verdictOf } from "../../../core/words/verdict.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import type { CheckSummary, DisplayFormat } from "../protocol.ts";
import { comingCheck } from "./coming-check.ts";

/**
 * @param tookMs how long the engine took, milliseconds
 * @throws TieoutError SUM_OVERFLOW when wallets of one currency add up to more than can be held exactly
 */
export function summaryOf(
  input: CheckInput,
  result: CheckResult,
  { decimals }: DisplayFormat,
  tookMs: number,
): CheckSummary {
  const { findings: _, entryOutcomes, transactionOutcomes: __, causes, ...conclusion } = result;
  const clock = new ZoneClock(result.options.timeZone);
  return {
    ...conclusion,
    ...comingCheck(input, result.period),
    causes: countCauses(causes),
    verdict: verdictOf(result, decimals, { earlier: earlierErrorsIn(result, input) }),
    rollForward: rollByCurrency(result.wallets),
    matched: countMatched(input, result),
    settlements: countSettlements(result),
    months: monthsOf(entryOutcomes.periodAtMs, clock),
    user: input.user,
    businesses: input.businesses,
    tookMs,
  };
}

function countMatched({ entries }: CheckInput, { entryOutcomes }: CheckResult): CheckSummary["matched"] {
  const { inPeriod, transaction } = entryOutcomes;
  let withPayref = 0;
  let tied = 0;
  for (let row = 0; row < entries.length; row += 1) {
    const isTied = transaction[row] !== -1;
    if (inPeriod[row] === 0 || (entries.payref[row] === NO_PAYREF && !isTied)) continue;
    withPayref += 1;
    if (isTied) tied += 1;
  }
  return { withPayref, tied };
}

function countSettlements({ transactionOutcomes: { settlement, inPeriod } }: CheckResult): number[] {
  const counts = Object.keys(SETTLEMENT).map(() => 0);
  settlement.forEach((standing, row) => {
    if (inPeriod[row] === 1) counts[standing] = (counts[standing] ?? 0) + 1;
  });
  return counts;
}

/** By column, the months found in it last, and in which zone: another period or option has the same. */
const FOUND_MONTHS = new WeakMap<Float64Array, { readonly timeZone: string; readonly months: string[] }>();

/** Months in which entries lie, newest first. */
function monthsOf(periodAtMs: Float64Array, clock: ZoneClock): string[] {
  const { timeZone } = clock;
  const found = FOUND_MONTHS.get(periodAtMs);
  if (found?.timeZone === timeZone) return found.months;
  const months = findMonths(periodAtMs, clock);
  FOUND_MONTHS.set(periodAtMs, { timeZone, months });
  return months;
}

/** An instant in the month of the one before it costs two comparisons. */
function findMonths(periodAtMs: Float64Array, clock: ZoneClock): string[] {
  const months = new Set<string>();
  let fromMs = Infinity;
  let toMs = -Infinity;
  for (const atMs of periodAtMs) {
    if (atMs >= fromMs && atMs <= toMs) continue;
    const month = clock.day(atMs).slice(0, 7);
    months.add(month);
    const days = monthDays(month);
    if (days !== null) ({ fromMs, toMs } = periodOf(days.from, days.to, clock));
  }
  return [...months].toSorted().toReversed();
}
