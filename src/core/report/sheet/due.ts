/** What a transaction should have brought into the wallet. */
import { isPaidAsAt } from "../../reconcile/payrefs/match.ts";
import { SETTLEMENT, SKIP } from "../../reconcile/input/result.ts";
import { type ReportInput, countedRecords } from "./input.ts";

/**
 * What a transaction should have brought into the wallet as at the check's end: its expected movement where
 * it is due, 0 where it is not (unpaid; deleted, where nothing is left of its entries), null where amounts are not judged.
 */
export function dueOf(input: Pick<ReportInput, "check" | "records">, row: number): number | null {
  const { check } = input;
  const settlement = check.transactionOutcomes.settlement[row];
  const expected = check.transactionOutcomes.expected[row] as number;
  if (settlement === SETTLEMENT.notJudged) return null;
  if (settlement === SETTLEMENT.notDue || settlement === SETTLEMENT.entryForUnpaid) return 0;
  if (settlement === SETTLEMENT.reversed && !isDueAtEnd(input, row)) return 0;
  return Number.isNaN(expected) ? null : expected;
}

/** Paid as at the check's end, and not deleted. */
export function isDueAtEnd(input: Pick<ReportInput, "check" | "records">, row: number): boolean {
  const { transactions } = countedRecords(input);
  return (
    isPaidAsAt(transactions, row, input.check.period?.toMs ?? Infinity) && transactions.deleted[row] === 0
  );
}

/** Whether anything but its currency keeps a transaction from being judged: of that alone there is an exception to decide on. */
export function isUndecidable({ check }: Pick<ReportInput, "check">, row: number): boolean {
  const skip = check.transactionOutcomes.skipAlone[row];
  return skip !== SKIP.none && skip !== SKIP.currency;
}
