/** What people decided that a check goes by: matches by hand that still hold, and what months were signed to close at. */
import type { HumanInput } from "../../core/reconcile/input.ts";
import { type MatchedRecords, matchesNotUndone } from "../../core/review/manual-match.ts";
import { signedPeriodsOf } from "../../core/review/signed-closings.ts";
import { CLOSE_SINCE, listCloseSteps } from "./close-step.ts";
import type { ReadableLedger } from "./connection.ts";
import { currentRecordFinder, documentHash } from "./current-record.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { listManualMatches } from "./manual-match.ts";
import { schemaVersion } from "./migrate.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";

/** Reads it as of now; it takes time by the matches and steps there are, not by the records. */
export function readHumanInput(db: ReadableLedger): HumanInput {
  const { standing } = matchesNotUndone(listManualMatches(db));
  const isAsMatched = standing.length === 0 ? () => false : asMatchedTest(db);
  return {
    matches: standing
      .filter(({ records }) => isAsMatched(records))
      .map(({ id, records }) => ({
        id,
        walletIDs: records.entries.map(({ walletID }) => walletID),
        payIDs: records.transactions.map(({ payID }) => payID),
      })),
    signedPeriods: signedPeriodsOf(listCloseSteps(db)),
  };
}

/** A test whether the records of a match are all there and say what they said when they were matched. */
export function asMatchedTest(db: ReadableLedger): (records: MatchedRecords) => boolean {
  const entry = currentRecordFinder(db, ENTRY_TABLE);
  const transaction = currentRecordFinder(db, PAYMENT_TABLE);
  return ({ entries, transactions }) =>
    entries.every(({ walletID, sha256 }) => {
      const record = entry(walletID);
      return record !== null && documentHash(ENTRY_TABLE.document(record)) === sha256;
    }) &&
    transactions.every(({ payID, sha256 }) => {
      const record = transaction(payID);
      return record !== null && documentHash(PAYMENT_TABLE.document(record)) === sha256;
    });
}

/** Names it: the same as long as nobody matches, undoes a match, signs or reopens. */
export function humanInputId(db: ReadableLedger): string {
  if (schemaVersion(db) < CLOSE_SINCE) return "";
  const newest = (table: string) =>
    db.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
  return `${newest("manual_match")}.${newest("close_step")}`;
}
