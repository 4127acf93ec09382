/** The conclusion in one sentence: the same words in the terminal, the workbook and the window. */
import { formatAmount, formatCount } from "../money.ts";
import type { CheckResult } from "../reconcile/result.ts";
import type { RuleId } from "../reconcile/rules.ts";
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
  const breaks = differencesOf(result, "chain-break", decimals);
  const pending = differencesOf(result, "pending-entry", decimals);
  const gaps = differencesOf(result, "history-gap", decimals);
  const { entries } = result.counts;
  const { error, warning } = result.counts.bySeverity;
  const open = [
    pending.rows > 0
      ? `${formatCount(pending.rows, "unapproved amount")} (${pending.sum}) not in the balance yet`
      : "",
    gaps.rows > 0 ? `${formatCount(gaps.rows, "gap")} between pulls (${gaps.sum}) never seen` : "",
    error > breaks.rows
      ? `${formatCount(error - breaks.rows, breaks.rows > 0 ? "other error" : "error")} to explain`
      : "",
  ].filter((part) => part !== "");
  const more = open.length === 0 ? "" : `; ${open.join("; ")}`;
  if (breaks.rows > 0)
    return `${title} is off by ${breaks.size} at ${formatCount(breaks.rows, "row")}${more}.`;
  if (entries === 0) return `${title} has no entries: there is nothing to tie out${more}.`;
  if (pending.rows + gaps.rows > 0) return `${title} does not tie out yet${more}.`;
  if (error > 0) return `${title}: every balance follows${more}.`;
  return `${title} ties out${warning > 0 ? `, with ${formatCount(warning, "warning")} to look at` : ""}.`;
}

/** The differences of one rule's rows: signed, and by how much without a sign; each currency by itself. */
function differencesOf({ findings, wallets }: CheckResult, rule: RuleId, decimals: number) {
  const currencies = new Map(
    wallets.map(({ userID, businessID, currency }) => [`${userID} ${businessID ?? ""}`, currency]),
  );
  const sums = new Map<string | null, number>();
  let rows = 0;
  for (const finding of findings) {
    if (finding.rule !== rule) continue;
    const { userID, businessID, difference = 0 } = finding;
    const currency = currencies.get(`${userID} `) ?? currencies.get(`${userID} ${businessID ?? ""}`) ?? null;
    sums.set(currency, (sums.get(currency) ?? 0) + difference);
    rows += 1;
  }
  const several = new Set(wallets.map(({ currency }) => currency)).size > 1;
  const say = (word: (amount: number) => string) =>
    [...sums]
      .map(([currency, amount]) =>
        several ? `${word(amount)} ${currency ?? "of an unknown currency"}` : word(amount),
      )
      .join(" and ");
  return {
    rows,
    sum: say((amount) => formatAmount(amount, decimals)),
    size: say((amount) => formatAmount(Math.abs(amount), decimals)),
  };
}

/** Nobody may sign a period whose end was not seen. */
function unseenEnd({ period, pulledAtMs }: CheckResult): string {
  if (period === null || pulledAtMs === null || pulledAtMs > period.toMs) return "";
  return ` The newest pull is of ${sayInstant(pulledAtMs)}, before the period ended: what came after it was not seen.`;
}
