/** B2: whether there is a payment behind what a transaction's entries moved. */
import { countedRecords } from "../counted-records.ts";
import { isPaidAsAt } from "../../reconcile/payrefs/match.ts";
import type { Figures } from "../figures.ts";
import { dueOf } from "../outstanding/due.ts";

/** `deleted` and `not paid` are no support, whatever their entries came to. */
export const SUPPORT = {
  paid: "paid",
  deleted: "deleted",
  notPaid: "not paid",
  notJudged: "not judged",
} as const;
export type Support = (typeof SUPPORT)[keyof typeof SUPPORT];

/** What supports the entries of a transaction at the period's end; of a match by hand any payment of it does. */
export function supportOf({ input, hands }: Figures, row: number): Support {
  if (dueOf(input, row) === null) return SUPPORT.notJudged;
  const { transactions } = countedRecords(input);
  const endMs = input.check.period?.toMs ?? Infinity;
  const together = hands.together.get(hands.ofTransaction.get(row)?.lead ?? row) ?? [row];
  const paid = together.filter((one) => isPaidAsAt(transactions, one, endMs));
  if (paid.some((one) => transactions.deleted[one] === 0)) return SUPPORT.paid;
  return paid.length > 0 ? SUPPORT.deleted : SUPPORT.notPaid;
}
