/** The period that is checked, from what a page asks for. */
import { resolvePeriod } from "../../../core/reconcile/asked-period.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { countedInput } from "../../../core/reconcile/dates/counted-dates.ts";
import type { CheckInput } from "../../../core/reconcile/input.ts";
import { type Period, ZoneClock, monthDays } from "../../../core/time.ts";
import type { RunRequest } from "../protocol.ts";

/** @returns null for the whole history, which is also the newest month where there are no entries */
export function periodAsked(
  asked: RunRequest["period"],
  input: CheckInput,
  options: CheckOptions,
): Period | null {
  if (asked !== "newest-month") return resolvePeriod(asked, input, options);
  let latestMs = -Infinity;
  const { dateCreatedAtMs } = countedInput(input, options.chainScope).entries;
  for (const atMs of dateCreatedAtMs) if (atMs > latestMs) latestMs = atMs;
  if (latestMs === -Infinity) return null;
  const month = new ZoneClock(options.timeZone).day(latestMs).slice(0, 7);
  return resolvePeriod(monthDays(month), input, options);
}
