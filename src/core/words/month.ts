/** Months and periods: which month a period is, and what both are called. */
import { formatAmount } from "../money.ts";
import type { PeriodRequest } from "../reconcile/input/asked-period.ts";
import { type Month, type Period, monthDays } from "../time.ts";

/** The month that a period is exactly, from its first day to its last; null for any other period. */
export function monthOfPeriod(period: PeriodRequest | null | undefined): Month | null {
  const month = period?.from?.slice(0, 7) ?? "";
  const days = monthDays(month);
  return days !== null && days.from === period?.from && days.to === period.to ? (month as Month) : null;
}

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

/** @returns `October 2026` */
export function monthTitle(month: Month): string {
  return `${MONTH_NAMES[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** Earlier months as a subject, with its verb. @example `July 2026 is`, `3 earlier months, May 2026 to July 2026, are` @param months ascending, one at least */
export function earlierMonthsWords(
  months: readonly Month[],
  verb: { readonly one: string; readonly more: string },
): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("there is no month");
  return first === last
    ? `${monthTitle(first)} ${verb.one}`
    : `${formatAmount(months.length)} earlier months, ${monthTitle(first)} to ${monthTitle(last)}, ${verb.more}`;
}

/** @returns `October 2026`, `2026-10-05 to 2026-10-20`, or `The whole history` */
export function periodTitle(period: Period | null): string {
  if (period === null) return "The whole history";
  const month = monthOfPeriod(period);
  if (month !== null) return monthTitle(month);
  return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
}

/** Which transactions a period's population has: as of its end, where later pulls may show them as paid. */
export const TRANSACTIONS_OF_PERIOD =
  "paid in the period, created in it and not paid by its end, or tied to its entries";
