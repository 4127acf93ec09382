/** When a pull last covered each signed month in full, read from a ledger. */
import { type LastLooks, type MonthStart, lastLooksOf } from "../../../core/review/close/last-looks.ts";
import { type Signature, isInForce } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { createdAt, firstEntryFrom } from "../../ledger/records/time-range.ts";
import { type PullRecord, listPulls } from "../../ledger/pulls/pull.ts";
import { readSignatures } from "../../ledger/people/signatures.ts";

/**
 * Says it of every month whose signature is in force. Entries are walked through once, up to where the last
 * of these months begins.
 *
 * @throws TieoutError LEDGER_CORRUPT
 */
export function readLastLooks(db: ReadableLedger): LastLooks {
  const pulls = listPulls(db);
  const newest = pulls.findLast(({ entries }) => entries !== null);
  return {
    newest:
      newest === undefined ? null : { ...oldestOf(db, newest), pullId: newest.id, source: newest.source },
    months: lastLooksOf(startsOf(db, readSignatures(db).filter(isInForce)), pulls),
  };
}

function oldestOf(db: ReadableLedger, { lowestWalletID }: PullRecord) {
  const atMs = lowestWalletID === null ? null : createdAt(db, lowestWalletID);
  return { oldest: lowestWalletID === null || atMs === null ? null : { walletID: lowestWalletID, atMs } };
}

/**
 * Where the entries of each month begin: what is as late as a month begins no earlier than what is as late as
 * one before it.
 */
function startsOf(db: ReadableLedger, signatures: readonly Signature[]): MonthStart[] {
  let walletID: number | null = Number.MIN_SAFE_INTEGER;
  return signatures
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .map(({ month, fromMs }) => {
      walletID = walletID === null ? null : firstEntryFrom(db, walletID, fromMs);
      return { month, walletID: walletID ?? Infinity };
    });
}
