/**
 * The causes of the held check as the page shows them: what each is, and how far its findings are decided.
 */
import { causeRisk } from "../../../core/report/statement/exception-amounts.ts";
import { isDecided } from "../../../core/review/decisions/review.ts";
import type { CauseLine } from "../protocol/causes.ts";
import { exceptionCurrency } from "./exceptions.ts";
import type { HeldCheck } from "./held-check.ts";

/** The causes with the largest amounts at risk, largest first; equal ones in the order of the check. */
export function largestCauses(held: HeldCheck, count: number): CauseLine[] {
  const { items } = held.result.causes;
  const largest = items.map((_, at) => at).toSorted((a, b) => riskAt(held, b) - riskAt(held, a));
  return largest.slice(0, count).map((at) => causeLine(held, at));
}

function causeLine(held: HeldCheck, at: number): CauseLine {
  const cause = held.result.causes.items[at];
  const findings = held.causes.findings[at] ?? [];
  if (cause === undefined) throw new Error(`there is no cause ${at}`);
  const { findings: prints, kind: _, ...shown } = cause;
  return {
    ...shown,
    title: held.causes.titles[at] ?? "",
    currency: currencyOf(held, findings),
    findings: findings.length,
    reviewed: reviewedAmong(held, findings),
    first: prints[0] ?? "",
  };
}

/** The first that is known of its records: they are of one wallet. */
function currencyOf(held: HeldCheck, findings: readonly number[]): string | null {
  for (const at of findings) {
    const currency = exceptionCurrency(held, at);
    if (currency !== null) return currency;
  }
  return null;
}

function riskAt({ result }: HeldCheck, at: number): number {
  const cause = result.causes.items[at];
  return cause === undefined ? 0 : causeRisk(cause);
}

function reviewedAmong({ review }: HeldCheck, findings: readonly number[]): number {
  return findings.filter((at) => isDecided(review.findings[at]?.status ?? "open")).length;
}
