/** How the exceptions stand, rule by rule. */
import { RULES, type RuleId, type Severity } from "../../../core/reconcile/rules.ts";
import { isMixed } from "../../../core/report/currencies.ts";
import type { ReviewSummary } from "../protocol.ts";
import type { HeldCheck } from "./held-check.ts";

interface RuleCount {
  findings: number;
  reviewed: number;
  difference: number | null;
}

/** Differences are added up where all wallets are in one currency: never those of unlike ones. */
export function reviewSummaryOf({ review, result }: Pick<HeldCheck, "review" | "result">): ReviewSummary {
  const { findings, progress } = review;
  const isUnlike = isMixed(result);
  const counts = new Map<string, RuleCount>();
  for (const { finding, status } of findings) {
    const { rule, severity } = finding;
    const key = keyOf(rule, severity);
    const count = counts.get(key) ?? { findings: 0, reviewed: 0, difference: null };
    counts.set(key, count);
    count.findings += 1;
    if (status !== "open" && status !== "reopened") count.reviewed += 1;
    if (finding.difference !== undefined && !isUnlike)
      count.difference = exactSum(count.difference, finding.difference);
  }
  const rules = RULES.flatMap(({ id: rule }) =>
    SEVERITIES.flatMap((severity) => {
      const count = counts.get(keyOf(rule, severity));
      if (count === undefined) return [];
      return [
        { rule, severity, ...count, difference: Number.isNaN(count.difference) ? null : count.difference },
      ];
    }),
  );
  return { progress, rules };
}

const SEVERITIES = ["error", "warning", "info"] as const satisfies readonly Severity[];

/** A rule can find errors and infos, too: a payment taken back that was due, and one that was not. */
function keyOf(rule: RuleId, severity: Severity): string {
  return `${rule} ${severity}`;
}

/** NaN once it has left the integers that are held exactly. */
function exactSum(sum: number | null, amount: number): number {
  const next = (sum ?? 0) + amount;
  return Number.isSafeInteger(next) ? next : Number.NaN;
}
