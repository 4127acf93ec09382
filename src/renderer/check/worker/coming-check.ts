/** Facts about a check that are known before it is made. */
import { periodTitle } from "../../../core/words/month.ts";
import type { CheckInput, EntryColumns } from "../../../core/reconcile/input.ts";
import { oncePer } from "../../../core/work/once-per.ts";
import type { Period } from "../../../core/time.ts";
import type { ComingCheck } from "../protocol.ts";

export function comingCheck({ entries }: CheckInput, period: Period | null): ComingCheck {
  return { period, title: periodTitle(period), largestAmount: largestAmount(entries) };
}

const largestAmount = oncePer(({ credit, debit, balance }: EntryColumns): number => {
  let largest = 0;
  for (const column of [credit, debit, balance]) {
    for (const amount of column) largest = Math.max(largest, Math.abs(amount));
  }
  return largest;
});
