/**
 * Outstanding items of an earlier month, which stay in the queue of every later one until their other side
 * arrives.
 */
import type { RuleId } from "../../../../core/reconcile/rules.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { clockOf } from "../../../ui/values/when-text.ts";
import { periodName } from "../../../app/period-words.ts";
import { type Period, monthDays } from "../../../../core/time.ts";

const OUTSTANDING: ReadonlySet<RuleId> = new Set(["paid-without-entry", "in-transit", "orphan-payref"]);

/**
 * @param period of the check; null for the whole history, which nothing is brought forward into
 * @param timeZone in which the record's month is named
 * @returns the month, `YYYY-MM`; null where it is of the period itself
 */
export function broughtForward(
  { finding, atMs }: Pick<ExceptionRow, "finding" | "atMs">,
  period: Period | null,
  timeZone: string,
): string | null {
  if (period === null || atMs === null || atMs >= period.fromMs || !OUTSTANDING.has(finding.rule))
    return null;
  return clockOf(timeZone).day(atMs).slice(0, 7);
}

/** @example forwardWords("2026-09") // 'brought forward from September 2026' */
export function forwardWords(month: string): string {
  return `brought forward from ${periodName(monthDays(month))}`;
}
