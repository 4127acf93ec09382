/**
 * What a month's file still waits for, in sentences without a full stop. Nothing of it blocks a step of the
 * close.
 */
import { formatAmount, formatCount } from "../../money.ts";
import type { MonthFile } from "./month-file.ts";

/** @example `2 of 6 steps are not done`, `1 closing balance is not confirmed` */
export function openPoints({ steps, balances, fluctuations }: Omit<MonthFile, "terms">): string[] {
  const undone = steps.filter(({ tick }) => tick === null).length;
  const unconfirmed = balances.filter(({ confirmation }) => confirmation === null).length;
  const differing = balances.filter(({ confirmation }) => (confirmation?.difference ?? 0) !== 0).length;
  const asking = fluctuations.filter(({ asks, note }) => asks && note === null).length;
  return [
    undone === 0
      ? ""
      : `${formatAmount(undone)} of ${formatCount(steps.length, "step")} ${be(undone)} not done`,
    unconfirmed === 0
      ? ""
      : `${formatCount(unconfirmed, "closing balance")} ${be(unconfirmed)} not confirmed`,
    differing === 0
      ? ""
      : `${formatCount(differing, "closing balance")} ${differing === 1 ? "differs" : "differ"} from what the provider states`,
    asking === 0 ? "" : `${formatCount(asking, "figure")} moved and ${asking === 1 ? "has" : "have"} no note`,
  ].filter((sentence) => sentence !== "");
}

function be(count: number): string {
  return count === 1 ? "is" : "are";
}
