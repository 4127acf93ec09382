/** Which month a period is. */
import type { PeriodRequest } from "../reconcile/asked-period.ts";
import type { Month } from "../review/close/close.ts";
import { monthDays } from "../time.ts";

/** The month that a period is exactly, from its first day to its last; null for any other period. */
export function monthOfPeriod(period: PeriodRequest | null): Month | null {
  const month = period?.from?.slice(0, 7) ?? "";
  const days = monthDays(month);
  return days !== null && days.from === period?.from && days.to === period.to ? (month as Month) : null;
}
