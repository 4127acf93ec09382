/** What a pull did to the records that count: its own counts are of all pulls before it, set aside or not. */
import { entryEffect, transactionEffect } from "../../ledger/pulls/pull-effect.ts";
import { listPulls } from "../../ledger/trail/pull.ts";
import type { PullSummary } from "../../ledger/pulls/publish.ts";
import { isCounting } from "../../ledger/trail/counting.ts";
import { readLedger } from "../shared/use-ledger.ts";

/** The summary as it is where no pull is set aside. */
export function countedSummary<S extends PullSummary>(ledger: string, summary: S): S {
  return readLedger(ledger, (db) => {
    const pull = isCounting(db) ? listPulls(db).find(({ id }) => id === summary.pullId) : undefined;
    if (pull === undefined) return summary;
    return { ...summary, entries: entryEffect(db, pull), transactions: transactionEffect(db, pull) };
  });
}
