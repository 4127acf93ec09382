/**
 * The causes of the held check as the page shows them: what each is, and how far its findings are decided.
 */
import { isDecided } from "../../../core/review/decisions/review.ts";
import type { CauseLine, CauseProgress } from "../protocol/causes.ts";
import { exceptionCurrency } from "./exceptions.ts";
import type { HeldCheck } from "./held-check.ts";
import { byCurrency } from "./review-summary.ts";

/** The causes with the largest amounts, largest first; equal ones in the order of the check. */
export function largestCauses(held: HeldCheck, count: number): CauseLine[] {
  const { items } = held.result.causes;
  const largest = items.map((_, at) => at).toSorted((a, b) => amountAt(held, b) - amountAt(held, a));
  return largest.slice(0, count).map((at) => causeLine(held, at));
}

/** How much of the causes' amounts is explained, each currency separately, in the order of the codes. */
export function causeProgress(held: HeldCheck): CauseProgress[] {
  const { causes, result } = held;
  const progress = new Map<string | null, CauseProgress>();
  causes.findings.forEach((findings, at) => {
    const currency = currencyOf(held, findings);
    const before = progress.get(currency) ?? { currency, explained: 0, total: 0, causes: 0, decided: 0 };
    const amount = result.causes.items[at]?.amount ?? 0;
    const isExplained = reviewedAmong(held, findings) === findings.length;
    progress.set(currency, {
      currency,
      explained: isExplained ? before.explained + amount : before.explained,
      total: before.total + amount,
      causes: before.causes + 1,
      decided: before.decided + (isExplained ? 1 : 0),
    });
  });
  return [...progress.values()].toSorted(byCurrency);
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

function amountAt({ result }: HeldCheck, at: number): number {
  return result.causes.items[at]?.amount ?? 0;
}

function reviewedAmong({ review }: HeldCheck, findings: readonly number[]): number {
  return findings.filter((at) => isDecided(review.findings[at]?.status ?? "open")).length;
}
