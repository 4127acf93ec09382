/** How the exceptions stand, rule by rule. */
import { RULES, type RuleId, type Severity } from "../../../core/reconcile/rules.ts";
import type { Review } from "../../../core/review/review.ts";
import type { ReviewSummary } from "../protocol.ts";

interface RuleCount {
  severity: Severity;
  findings: number;
  reviewed: number;
  difference: number | null;
}

export function reviewSummaryOf({ findings, progress }: Review): ReviewSummary {
  const counts = new Map<RuleId, RuleCount>();
  for (const { finding, status } of findings) {
    const { rule, severity } = finding;
    const count = counts.get(rule) ?? { severity, findings: 0, reviewed: 0, difference: null };
    counts.set(rule, count);
    count.findings += 1;
    count.severity = worse(count.severity, severity);
    if (status !== "open" && status !== "reopened") count.reviewed += 1;
    if (finding.difference !== undefined) count.difference = exactSum(count.difference, finding.difference);
  }
  const rules = RULES.flatMap(({ id }) => {
    const count = counts.get(id);
    return count === undefined
      ? []
      : [{ rule: id, ...count, difference: Number.isNaN(count.difference) ? null : count.difference }];
  });
  return { progress, rules };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

function worse(a: Severity, b: Severity): Severity {
  return RANK[a] <= RANK[b] ? a : b;
}

/** NaN once it has left the integers that are held exactly. */
function exactSum(sum: number | null, amount: number): number {
  const next = (sum ?? 0) + amount;
  return Number.isSafeInteger(next) ? next : Number.NaN;
}
