/** How the exceptions stand, rule by rule. */
import type { ClassAmounts } from "../../../core/report/exceptions/class-words.ts";
import { countExceptions, totalsBy } from "../../../core/report/exceptions/exception-amounts.ts";
import { blockOfFinding } from "../../../core/report/exceptions/exposures.ts";
import { RULES, type RuleId, type Severity } from "../../../core/reconcile/input/rules.ts";
import { type Review, isException } from "../../../core/review/decisions/review.ts";
import type { ReviewSummary, ComingCheck, CheckSummary, DisplayFormat } from "../../bridge/protocol.ts";
import type { HeldCheck } from "./held-check.ts";
import { periodTitle } from "../../../core/words/month.ts";
import { type CheckInput, type EntryColumns, NO_PAYREF } from "../../../core/reconcile/input/input.ts";
import { oncePer } from "../../../core/once-per.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { countCauses } from "../../../core/reconcile/input/cause.ts";
import { type CheckResult, SETTLEMENT } from "../../../core/reconcile/input/result.ts";
import { rollByCurrency } from "../../../core/review/close/currency-roll.ts";
import { verdictOf } from "../../../core/words/verdict.ts";

interface RuleCount {
  findings: number;
  reviewed: number;
  broughtForward: number;
  /** By currency; NaN once a sum has left the integers that are held exactly. */
  readonly sums: Map<string | null, number>;
}

/**
 * Differences are added up currency by currency: never those of unlike ones.
 *
 * @param currencyAt of a finding, by its index; null where none is known
 * @param isCarried whether a finding, by its index, is about a record of before the period
 */
export function reviewSummaryOf(
  { findings, progress }: Review,
  currencyAt: (finding: number) => string | null,
  isCarried: (finding: number) => boolean,
): Omit<ReviewSummary, "verdict" | "ownErrors" | "amounts"> {
  const counts = new Map<string, RuleCount>();
  findings.forEach(({ finding, status }, at) => {
    const { rule, severity, difference } = finding;
    const key = keyOf(rule, severity);
    const count = counts.get(key) ?? {
      findings: 0,
      reviewed: 0,
      broughtForward: 0,
      sums: new Map<string | null, number>(),
    };
    counts.set(key, count);
    count.findings += 1;
    if (status !== "open" && status !== "reopened") count.reviewed += 1;
    if (isCarried(at)) count.broughtForward += 1;
    if (difference === undefined) return;
    const currency = currencyAt(at);
    count.sums.set(currency, exactSum(count.sums.get(currency) ?? 0, difference));
  });
  const rules = RULES.flatMap(({ id: rule }) =>
    SEVERITIES.flatMap((severity) => {
      const count = counts.get(keyOf(rule, severity));
      if (count === undefined) return [];
      const { sums, ...rest } = count;
      return [{ rule, severity, ...rest, differences: [...sums].map(differenceIn).toSorted(byCurrency) }];
    }),
  );
  return { progress, rules };
}

type RuleDifference = ReviewSummary["rules"][number]["differences"][number];

function differenceIn([currency, sum]: readonly [string | null, number]): RuleDifference {
  return { currency, sum: Number.isNaN(sum) ? null : sum };
}

interface OfCurrency {
  readonly currency: string | null;
}

/** In the order of their codes; what none is known of comes last. */
function byCurrency({ currency: a }: OfCurrency, { currency: b }: OfCurrency): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

const SEVERITIES = ["error", "warning", "info"] as const satisfies readonly Severity[];

/** A rule can find errors and notices, too: a payment taken back that was due, and one that was not. */
function keyOf(rule: RuleId, severity: Severity): string {
  return `${rule} ${severity}`;
}

/** NaN once it has left the integers that are held exactly. */
function exactSum(sum: number, amount: number): number {
  const next = sum + amount;
  return Number.isSafeInteger(next) ? next : Number.NaN;
}

/**
 * What the exceptions of the held check come to, by what became of them: the amounts of the workbook's Lead.
 *
 * @returns each currency separately, in the order of the Lead; none where there are no exceptions
 */
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

// Facts about a check that are known before it is made.

export function comingCheck({ entries }: CheckInput, period: Period | null): ComingCheck {
  return { period, title: periodTitle(period), largestAmount: largestAmount(entries) };
}

const largestAmount = oncePer(({ credit, debit, balance }: EntryColumns): number => {
  let largest = 0;
  for (const column of [credit, debit, balance]) {
    for (const amount of column) largest = Math.max(largest, Math.abs(amount));
  }
  return largest;
});

// What a check concludes, in the few numbers and words that a page shows.

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
