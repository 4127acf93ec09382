/** What a transaction should have brought into the wallet, and why that is not judged. */
import { oncePer } from "../../once-per.ts";
import { CYCLE, NO_TEXT } from "../../reconcile/input/input.ts";
import { ownCurrencyOf } from "../../reconcile/payrefs/integrity.ts";
import { isPaidAsAt } from "../../reconcile/payrefs/match.ts";
import { roleOf } from "../../reconcile/payrefs/settlement.ts";
import { SETTLEMENT } from "../../reconcile/input/result.ts";
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

type NotJudged = "cycle" | "contribution" | "currency" | "before-history";

/** Why the amounts of a payment are not judged: of one that stands for others by hand, why those of the first are not. */
export const whyNotJudged = oncePer((input: Pick<ReportInput, "check" | "records">) => {
  const records = countedRecords(input);
  const { transactions, labels, human } = records;
  const role = roleOf(records);
  const ownCurrency = ownCurrencyOf(records);
  const rowOf = new Map(Array.from(transactions.payID, (payID, row) => [payID, row]));
  const why = (row: number): NotJudged | null => {
    const cycle = transactions.cycle[row];
    if (cycle === CYCLE.unknown) return "cycle";
    if (cycle === CYCLE.crowdPay && role(row) !== "seller") return "contribution";
    const [own, id] = [ownCurrency(row), transactions.currency[row] as number];
    if (own !== null && id !== NO_TEXT && labels.at(id) !== own) return "currency";
    return null;
  };
  const together = new Map(human.matches.flatMap(({ payIDs }) => payIDs.map((payID) => [payID, payIDs])));
  // What is left is from before the history: no outcome says of which payment of a match that is.
  return (row: number): NotJudged => {
    const others = together.get(transactions.payID[row] as number) ?? [];
    const rows = others.toSorted((a, b) => a - b).flatMap((payID) => rowOf.get(payID) ?? []);
    return [...rows, row].map(why).find((reason) => reason !== null) ?? "before-history";
  };
});
