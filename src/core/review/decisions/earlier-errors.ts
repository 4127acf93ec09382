/** Errors that an earlier period left open, and how many of them are raised with the provider. */
import type { CheckInput } from "../../reconcile/input/input.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import type { CheckResult } from "../../reconcile/input/result.ts";
import { rowOf } from "../../sorted.ts";
import type { EarlierErrors } from "../../words/verdict.ts";
import type { ReviewStatus } from "./review.ts";

/** The rows that a finding is about: −1 for none of its table that is held. */
interface FindingRows {
  readonly entryRow: number;
  readonly transactionRow: number;
}

/** Whether a finding is about a record that is none of the period, which an earlier one left open. */
export function isOfEarlierPeriod(
  { entryOutcomes, transactionOutcomes }: Pick<CheckResult, "entryOutcomes" | "transactionOutcomes">,
  { entryRow, transactionRow }: FindingRows,
): boolean {
  if (entryRow !== -1) return entryOutcomes.inPeriod[entryRow] === 0;
  return transactionRow !== -1 && transactionOutcomes.inPeriod[transactionRow] === 0;
}

export function rowsOfFinding(
  { walletID, payID }: Pick<Finding, "walletID" | "payID">,
  { entries, transactions }: Pick<CheckInput, "entries" | "transactions">,
): FindingRows {
  if (walletID !== null) return { entryRow: rowOf(entries.walletID, walletID), transactionRow: -1 };
  return { entryRow: -1, transactionRow: payID === null ? -1 : rowOf(transactions.payID, payID) };
}

/** @param statusAt of a finding, by its index; left out where no status is to be said */
export function earlierErrorsIn(
  result: CheckResult,
  input: Pick<CheckInput, "entries" | "transactions">,
  statusAt?: (finding: number) => ReviewStatus,
): EarlierErrors {
  let [errors, raised] = [0, 0];
  result.findings.forEach((finding, at) => {
    if (finding.severity !== "error" || !isOfEarlierPeriod(result, rowsOfFinding(finding, input))) return;
    errors += 1;
    if (statusAt?.(at) === "raised") raised += 1;
  });
  return { errors, raised: statusAt === undefined ? null : raised };
}
