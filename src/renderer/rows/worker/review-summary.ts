/** What a page shows of a check as a whole: its conclusion in few numbers, and the balance over time. */
import { putUnder } from "../../../core/sorted.ts";
import { compareBytes } from "../../../core/text.ts";
import {
  SEVERITIES,
  RULES,
  type RuleId,
  type Severity,
  BREAK_RULES,
} from "../../../core/reconcile/input/rules.ts";
import type { ClassAmounts } from "../../../core/report/exceptions/class-words.ts";
import {
  type CountedException,
  countExceptions,
  totalsBy,
} from "../../../core/report/exceptions/exception-amounts.ts";
import { blockOfFinding } from "../../../core/report/exceptions/exposures.ts";
import { type Review, type ReviewedFinding, isException } from "../../../core/review/decisions/review.ts";
import type {
  ReviewSummary,
  ComingCheck,
  CheckSummary,
  DisplayFormat,
  BalanceBreak,
  BalanceHistory,
  BalanceSeries,
} from "../../bridge/protocol.ts";
import type { HeldCheck } from "./held-check.ts";
import { periodTitle } from "../../../core/words/month.ts";
import { type CheckInput, type EntryColumns, NO_PAYREF } from "../../../core/reconcile/input/input.ts";
import { oncePer } from "../../../core/once-per.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { countCauses } from "../../../core/reconcile/input/cause.ts";
import { type CheckResult, SETTLEMENT, type WalletResult } from "../../../core/reconcile/input/result.ts";
import { rollByCurrency } from "../../../core/review/close/currency-roll.ts";
import { verdictOf } from "../../../core/words/verdict.ts";
import { uncomparedSentence } from "../../../core/words/evidence.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";

interface RuleCount {
  findings: number;
  reviewed: number;
  /** By currency; NaN once a sum has left the integers that are held exactly. */
  readonly sums: Map<string | null, number>;
}

/** Adds up differences currency by currency. @param currencyAt by a finding's index; null if not known */
export function reviewSummaryOf(
  { findings, progress }: Review,
  currencyAt: (finding: number) => string | null,
): Omit<ReviewSummary, "verdict" | "headline" | "amounts"> {
  const counts = new Map<string, RuleCount>();
  findings.forEach(({ finding, status }, at) => {
    const { rule, severity, difference } = finding;
    const key = keyOf(rule, severity);
    const count = counts.get(key) ?? {
      findings: 0,
      reviewed: 0,
      sums: new Map<string | null, number>(),
    };
    counts.set(key, count);
    count.findings += 1;
    if (status !== "open" && status !== "reopened") count.reviewed += 1;
    if (difference === undefined) return;
    const currency = currencyAt(at);
    count.sums.set(currency, exactSum(count.sums.get(currency) ?? 0, difference));
  });
  const rules = RULES.flatMap(({ id: rule }) =>
    SEVERITIES.flatMap((severity) => {
      const count = counts.get(keyOf(rule, severity));
      if (count === undefined) return [];
      const { sums, ...rest } = count;
      return [
        {
          rule,
          severity,
          ...rest,
          differences: [...sums]
            .map(([currency, sum]) => ({ currency, sum: Number.isNaN(sum) ? null : sum }))
            .toSorted((a, b) => compareCurrencies(a.currency, b.currency)),
        },
      ];
    }),
  );
  return { progress, rules };
}

/** In the order of their codes; what none is known of comes last. */
export function compareCurrencies(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareBytes(a, b);
}

/** A rule can find errors and notices, too: a payment taken back that was due, and one that was not. */
function keyOf(rule: RuleId, severity: Severity): string {
  return `${rule} ${severity}`;
}

/** NaN once it has left the integers that are held exactly. */
function exactSum(sum: number, amount: number): number {
  const next = sum + amount;
  return Number.isSafeInteger(next) ? next : Number.NaN;
}

interface CountedFindings {
  /** What it adds to which class; null of a notice. */
  readonly counted: readonly (CountedException | null)[];
  /** Which currency's block it is in, as on the Lead. */
  readonly block: Int32Array;
}

/** What each exception of the check adds to the amounts of the Lead; worked out once per review. */
export const countedFindings = oncePer((held: HeldCheck): CountedFindings => {
  const { review, result, input } = held;
  const ground = { input: { check: result, records: input }, currencies: held.currencies() };
  const counted: (CountedException | null)[] = review.findings.map(() => null);
  const block = Int32Array.from(review.findings, ({ finding }) => blockOfFinding(ground, finding));
  const at = review.findings.flatMap(({ finding }, one) => (isException(finding) ? [one] : []));
  const own = countExceptions(
    at.map((one) => findingAt(held, one)),
    result.causes,
  );
  for (const [place, one] of at.entries()) counted[one] = own[place] ?? null;
  return { counted, block };
});

/** The currency that its amount is counted in, wherever amounts are added up; null for what none is known of. */
export function exceptionCurrency(held: HeldCheck, finding: number): string | null {
  const { block } = countedFindings(held);
  return held.currencies().blocks[block[finding] ?? -1]?.currency ?? null;
}

function findingAt({ review }: HeldCheck, at: number): ReviewedFinding {
  const found = review.findings[at];
  if (found === undefined) throw new Error(`there is no finding ${at}`);
  return found;
}

/** What exceptions come to by class, per currency as on Lead. @param among their indexes; left out, all */
export function classAmountsOf(
  held: HeldCheck,
  among: Iterable<number> = held.review.findings.keys(),
): ClassAmounts[] {
  const { counted, block } = countedFindings(held);
  const at = [...among].filter((one) => (counted[one] ?? null) !== null);
  const totals = totalsBy(
    at.map((one) => findingAt(held, one)),
    at.flatMap((one) => counted[one] ?? []),
    (place) => block[at[place] ?? -1] ?? 0,
  );
  return held.currencies().blocks.flatMap(({ currency }, place) => {
    const of = totals.get(place);
    return of === undefined ? [] : [{ currency, totals: of }];
  });
}

/** Facts about a check that are known before it is made. */
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

/** @throws TieoutError SUM_OVERFLOW when wallets of one currency add up to more than can be held exactly */
export function summaryOf(input: CheckInput, result: CheckResult, { decimals }: DisplayFormat): CheckSummary {
  const { findings: _, entryOutcomes, transactionOutcomes: __, causes, ...conclusion } = result;
  const clock = new ZoneClock(result.options.timeZone);
  return {
    ...conclusion,
    ...comingCheck(input, result.period),
    causes: countCauses(causes),
    verdict: verdictOf(result, decimals, { earlier: earlierErrorsIn(result, input) }),
    rollForward: rollByCurrency(result.wallets),
    matched: countMatched(input, result),
    uncompared: uncomparedSentence(result),
    settlements: countSettlements(result),
    months: monthsOf(entryOutcomes.periodAtMs, clock),
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

/** More lines than that nobody tells apart. */
const MOST_WALLETS = 8;
const MOST_BREAKS = 2000;
/** So many breaks are listed beside the chart; more of them are a queue, and that is another place. */
const MOST_LISTED = 5;

/**
 * One line per wallet with entries in the period, those with most entries first. Each begins with the opening
 * balance when the period does, or at the first entry of the history, and goes on as far as it is known;
 * times are those by which periods are cut, so they never fall.
 *
 * @param points about how many points a line may have, breaks apart
 * @returns the lines, and of the breaks of all wallets, with a line or without, the largest
 */
export function balanceHistory(held: HeldCheck, points: number): BalanceHistory {
  const { wallets } = held.result;
  const rows = rowsByWallet(held);
  const breaks = breaksByWallet(held);
  const all = [...breaks.values()].flat().toSorted((a, b) => a - b);
  const lines = wallets
    .map((wallet, at) => ({ wallet, rows: rows[at] as Int32Array, breaks: breaks.get(at) ?? [] }))
    .filter((line) => line.rows.length > 0)
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .slice(0, MOST_WALLETS)
    .map((line) => seriesOf(held, line.wallet, line.rows, line.breaks, points));
  return { lines, breaks: all.length, largest: largestBreaks(held, all) };
}

/** Those that are listed: the largest, largest first; all of them, in the order of the findings. */
function largestBreaks(held: HeldCheck, breaks: readonly number[]): BalanceBreak[] {
  const listed = breaks.length <= MOST_LISTED ? breaks : bySize(held, breaks).slice(0, MOST_LISTED);
  return listed.map((at) => breakAt(held, at));
}

function bySize({ result: { findings } }: HeldCheck, breaks: readonly number[]): number[] {
  const size = (at: number) => Math.abs(findings[at]?.difference ?? 0);
  return breaks.toSorted((a, b) => size(b) - size(a));
}

function rowsByWallet({ result }: HeldCheck): Int32Array[] {
  const { order, inPeriod } = result.entryOutcomes;
  const inOrder = order.filter((row) => inPeriod[row] === 1);
  let from = 0;
  return result.wallets.map(({ entries }) => {
    from += entries;
    return inOrder.subarray(from - entries, from);
  });
}

/** Indexes of findings that break a chain, by the wallet's place in the result. */
function breaksByWallet({ result }: HeldCheck): Map<number, number[]> {
  const placeOf = new Map(result.wallets.map((wallet, at) => [walletKey(wallet), at]));
  const breaks = new Map<number, number[]>();
  result.findings.forEach(({ rule, userID, businessID }, at) => {
    if (!BREAK_RULES.has(rule)) return;
    const place =
      placeOf.get(walletKey({ userID, businessID: null })) ?? placeOf.get(walletKey({ userID, businessID }));
    if (place !== undefined) putUnder(breaks, place, at);
  });
  return breaks;
}

function seriesOf(
  held: HeldCheck,
  { userID, businessID, opening }: WalletResult,
  rows: Int32Array,
  findings: readonly number[],
  points: number,
): BalanceSeries {
  const { entries } = held.input;
  const { period, asOfMs, pulledAtMs, entryOutcomes } = held.result;
  const { periodAtMs } = entryOutcomes;
  const shown = shownBreaks(held, findings);
  const broken = new Set(shown.map((at) => held.index.entryRow[at]));
  const kept = thinned(rows, entries.balance, points, (row) => broken.has(row));
  const atMs = new Float64Array(kept.length + 2);
  const balance = new Float64Array(kept.length + 2);
  atMs[0] = period?.fromMs ?? (periodAtMs[rows[0] as number] as number);
  balance[0] = opening;
  kept.forEach((row, at) => {
    atMs[at + 1] = periodAtMs[row] as number;
    balance[at + 1] = entries.balance[row] as number;
  });
  const last = kept.length;
  // Files carry no clock: of them the period is taken to be known to its end, as the roll-forward does.
  const knownToMs = (pulledAtMs === null ? period?.toMs : asOfMs) ?? -Infinity;
  atMs[last + 1] = Math.max(atMs[last] as number, knownToMs);
  balance[last + 1] = balance[last] as number;
  return {
    atMs,
    balance,
    breaks: shown.map((at) => breakAt(held, at)),
    wallet: { userID, businessID },
  };
}

/** The largest, where there are too many; oldest first. */
function shownBreaks(held: HeldCheck, breaks: readonly number[]): readonly number[] {
  if (breaks.length <= MOST_BREAKS) return breaks;
  return bySize(held, breaks)
    .slice(0, MOST_BREAKS)
    .toSorted((a, b) => a - b);
}

function breakAt(held: HeldCheck, at: number): BalanceBreak {
  const finding = held.result.findings[at];
  const row = held.index.entryRow[at] as number;
  if (finding === undefined || row === -1) throw new Error("a break is about an entry that is held");
  const { rule, severity, fingerprint, message } = finding;
  return {
    walletID: held.input.entries.walletID[row] as number,
    atMs: held.result.entryOutcomes.periodAtMs[row] as number,
    balance: held.input.entries.balance[row] as number,
    difference: finding.difference ?? 0,
    currency: exceptionCurrency(held, at),
    rule,
    severity,
    fingerprint,
    message,
  };
}

/** First, least, most and last of each stretch of rows, and every row that must be kept; in their order. */
function thinned(
  rows: Int32Array,
  values: ArrayLike<number>,
  points: number,
  mustKeep: (row: number) => boolean,
): number[] {
  if (rows.length <= points) return [...rows];
  const stretches = Math.max(1, Math.floor(points / 4));
  const kept: number[] = [];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * rows.length) / stretches);
    const to = Math.floor(((stretch + 1) * rows.length) / stretches);
    const { least, most } = extremes(rows, values, from, to);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      if (at === from || at === to - 1 || at === least || at === most || mustKeep(row)) kept.push(row);
    }
  }
  return kept;
}

function extremes(rows: Int32Array, values: ArrayLike<number>, from: number, to: number) {
  let least = from;
  let most = from;
  for (let at = from; at < to; at += 1) {
    const value = values[rows[at] as number] as number;
    if (value < (values[rows[least] as number] as number)) least = at;
    if (value > (values[rows[most] as number] as number)) most = at;
  }
  return { least, most };
}
