/** How the months of a ledger stand, as a use case. No month is checked for it. */
import type { CloseStep, Month } from "../../core/review/close.ts";
import {
  type LedgerMonths,
  type MonthFacts,
  listMonthFacts,
  monthFactsOf,
} from "../../core/review/months.ts";
import { listCloseSteps } from "../ledger/close-step.ts";
import type { ReadableLedger } from "../ledger/connection.ts";
import { openForReading } from "../ledger/open.ts";
import { listPulls } from "../ledger/pull.ts";
import { readSettings } from "../ledger/settings.ts";
import { readTimeRange } from "../ledger/time-range.ts";
import { countSince } from "./restatements.ts";
import { useLedger } from "./use-ledger.ts";

/**
 * Every month from that of the oldest entry or transaction to that of the newest pull or record, in the ledger's zone, newest
 * first, as of one moment.
 *
 * @throws TieoutError when the ledger cannot be opened or read
 */
export function listMonths(ledger: string): MonthFacts[] {
  const db = openForReading(ledger);
  return useLedger(db, () =>
    db.transaction(() => listMonthFacts(knownOf(db, listCloseSteps(db)))).deferred(),
  );
}

/**
 * How one month stands.
 *
 * @param steps of the ledger, as they stand now
 */
export function factsOfMonth(db: ReadableLedger, month: Month, steps: readonly CloseStep[]): MonthFacts {
  return monthFactsOf(month, knownOf(db, steps));
}

function knownOf(db: ReadableLedger, steps: readonly CloseStep[]): LedgerMonths {
  return {
    records: readTimeRange(db),
    pulledAtMs: listPulls(db).at(-1)?.finishedAtMs ?? null,
    timeZone: readSettings(db).timeZone,
    steps,
    restatements: countSince(db),
  };
}
