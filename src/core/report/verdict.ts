/** The conclusion in one sentence: the same words in the terminal, the workbook and the window. */
import { formatAmount, formatCount } from "../money.ts";
import type { CheckResult } from "../reconcile/result.ts";
import { type Period, monthDays, sayInstant } from "../time.ts";

const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** @returns `October 2026`, `2026-10-05 to 2026-10-20`, or `The whole history` */
export function periodTitle(period: Period | null): string {
  if (period === null) return "The whole history";
  const month = monthDays(period.from.slice(0, 7));
  if (month !== null && month.from === period.from && month.to === period.to) {
    return `${MONTH_NAMES[Number(period.from.slice(5, 7)) - 1]} ${period.from.slice(0, 4)}`;
  }
  return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
}

/**
 * Says whether the period ties out, and if not by how much and at how many rows.
 *
 * @param decimals display only, see `formatAmount`
 * @example `October 2026 is off by 12,500 at 3 rows.`
 */
export function verdictOf(result: CheckResult, decimals: number): string {
  return `${conclusionOf(result, decimals)}${unseenEnd(result)}`;
}

function conclusionOf(result: CheckResult, decimals: number): string {
  const title = periodTitle(result.period);
  const rows = result.counts.findings["chain-break"];
  const errors = result.counts.bySeverity.error;
  if (rows > 0) {
    const off = result.wallets.reduce((sum, wallet) => sum + wallet.breakDifference, 0);
    const others = errors - rows;
    const more = others > 0 ? `, and ${formatCount(others, "other error")} to explain` : "";
    const by =
      off === 0 ? "has differences that come to nil" : `is off by ${formatAmount(Math.abs(off), decimals)}`;
    return `${title} ${by} at ${formatCount(rows, "row")}${more}.`;
  }
  const warnings = result.counts.bySeverity.warning;
  if (result.counts.entries === 0) {
    const left = errors > 0 ? `, and ${formatCount(errors, "error")} of earlier records to explain` : "";
    return `${title} has no entries: there is nothing to tie out${left}.`;
  }
  if (errors > 0) return `${title}: every balance follows, with ${formatCount(errors, "error")} to explain.`;
  if (warnings > 0) return `${title} ties out, with ${formatCount(warnings, "warning")} to look at.`;
  return `${title} ties out.`;
}

/** Nobody may sign a period whose end was not seen. */
function unseenEnd({ period, pulledAtMs }: CheckResult): string {
  if (period === null || pulledAtMs === null || pulledAtMs > period.toMs) return "";
  return ` The newest pull is of ${sayInstant(pulledAtMs)}, before the period ended: what came after it was not seen.`;
}
