/** How the exceptions stand, rule by rule. */
import type { ClassAmounts } from "../../../core/report/statement/class-words.ts";
import { countExceptions, totalsBy } from "../../../core/report/statement/exception-amounts.ts";
import { blockOfFinding } from "../../../core/report/statement/exposures.ts";
import { RULES, type RuleId, type Severity } from "../../../core/reconcile/rules.ts";
import { type Review, isException } from "../../../core/review/decisions/review.ts";
import type { ReviewSummary } from "../protocol.ts";
import type { HeldCheck } from "./held-check.ts";

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
export function byCurrency({ currency: a }: OfCurrency, { currency: b }: OfCurrency): number {
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
