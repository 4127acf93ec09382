/** Periods as the picker says and reads them. */
import { monthOfPeriod, periodTitle } from "../../core/words/month.ts";
import { ZoneClock, isDay, monthDays, periodOf } from "../../core/time.ts";
import type { AskedPeriod } from "../bridge/protocol.ts";

/** A title depends on the days alone. */
const ANY_CLOCK = new ZoneClock("UTC");

/** @example 'October 2026', 'From 2026-10-05', 'The whole history' */
export function periodName(period: AskedPeriod): string {
  if (period === null) return periodTitle(null);
  const { from, to } = period;
  if (from !== null && to !== null) return periodTitle(periodOf(from, to, ANY_CLOCK));
  if (from !== null) return `From ${from}`;
  return to === null ? periodTitle(null) : `Until ${to}`;
}

/** The month before (−1) or after (1) among some, newest first; null at the end, or where none is chosen. */
export function monthBeside(
  months: readonly string[],
  period: AskedPeriod | undefined,
  by: -1 | 1,
): AskedPeriod | null {
  const chosen = monthOfPeriod(period);
  if (chosen === null) return null;
  const name =
    by === -1 ? months.find((month) => month < chosen) : months.findLast((month) => month > chosen);
  return name === undefined ? null : monthDays(name);
}

/** What is wrong with days that were typed, and which of them is. */
export interface DayFault {
  readonly fault: string;
  readonly day: "first" | "last";
}

/** What was typed as first and last day; either may be left out, not both. */
export function readDays(
  first: string,
  last: string,
): { readonly period: NonNullable<AskedPeriod> } | DayFault {
  const [from, to] = [first.trim(), last.trim()];
  for (const [day, text] of [["first", from] as const, ["last", to] as const]) {
    if (text !== "" && !isDay(text)) return { fault: `${text} is not a date. Write it as 2026-10-31`, day };
  }
  if (from === "" && to === "") return { fault: "Enter a first day, a last day, or both", day: "first" };
  if (from !== "" && to !== "" && from > to)
    return { fault: "The first day is after the last", day: "first" };
  return { period: { from: isDay(from) ? from : null, to: isDay(to) ? to : null } };
}
