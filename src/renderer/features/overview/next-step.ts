/** What the Overview says of the exceptions: which way the balance is off, how far the review is, and what to do next. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { ReviewSummary } from "../../check/protocol.ts";

/**
 * Which way the stated balance is off, at how many rows.
 *
 * @param currency of the ledger, for what no other is known of; null where none is
 * @returns null where every row follows, or the differences cancel out
 * @example `The stated balance is 2,097,694 NGN too high, at 9 rows.`
 */
export function directionWords(
  { rules }: Pick<ReviewSummary, "rules">,
  decimals: number,
  currency: string | null,
): string | null {
  const breaks = rules.find(({ rule }) => rule === "chain-break");
  if (breaks === undefined) return null;
  const parts = breaks.differences.flatMap(({ currency: own, sum }) => {
    if (sum === null || sum === 0) return [];
    const unit = own ?? (breaks.differences.length === 1 ? currency : "of unknown currency");
    const amount = formatAmount(Math.abs(sum), decimals);
    return [`${amount}${unit === null ? "" : ` ${unit}`} too ${sum > 0 ? "high" : "low"}`];
  });
  if (parts.length === 0) return null;
  return `The stated balance is ${parts.join(" and ")}, at ${formatCount(breaks.findings, "row")}.`;
}

/** @example `44 errors and 12 warnings, none reviewed.` */
export function reviewWords({ progress }: Pick<ReviewSummary, "progress">): string | null {
  const { error, warning } = progress.bySeverity;
  const counted = [
    ...(error.total > 0 ? [formatCount(error.total, "error")] : []),
    ...(warning.total > 0 ? [formatCount(warning.total, "warning")] : []),
  ];
  if (counted.length === 0) return null;
  const { reviewed, total } = progress;
  const how = reviewed === 0 ? "none" : reviewed === total ? "all" : formatAmount(reviewed);
  return `${counted.join(" and ")}, ${how} reviewed.`;
}

/** Errors first, then warnings; null where nothing is left to review. */
export function nextReview({
  progress,
}: Pick<ReviewSummary, "progress">): { readonly words: string; readonly filters: string } | null {
  for (const severity of ["error", "warning"] as const) {
    const { total, reviewed } = progress.bySeverity[severity];
    const open = total - reviewed;
    if (open > 0) return { words: `Review ${formatCount(open, severity)}`, filters: `severity=${severity}` };
  }
  return null;
}
