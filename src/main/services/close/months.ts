/** The status of a ledger's months, as a use case. It checks no month. */
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import {
  type LedgerMonths,
  type MonthFacts,
  listMonthFacts,
  monthFactsOf,
  newestMonth,
} from "../../../core/review/close/months.ts";
import { countedInput } from "../../../core/reconcile/dates/counted-dates.ts";
import { surelyCounts } from "../../../core/reconcile/dates/dates-ahead.ts";
import type { CheckInput } from "../../../core/reconcile/input.ts";
import { pulledAt } from "../../../core/reconcile/pull-clocks.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listStampedPulls } from "../../ledger/pulls/pull.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import { readTimeRange, timeRangeOf } from "../../ledger/records/time-range.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { CheckMemory } from "../check/check-memory.ts";
import { readProven } from "../shared/use-ledger.ts";
import { countSince } from "./counted-since.ts";

/**
 * Every month from that of the oldest entry or transaction to that of the newest pull or record, in the
 * ledger's zone, newest first, as of one moment.
 *
 * @param memory of the thread: records that it holds are not looked through in the file
 * @throws TieoutError when the ledger cannot be opened or read; AUDIT_BROKEN, AUDIT_MISMATCH as
 *   `refuseForged`
 */
export function listMonths(ledger: LedgerAt, memory?: CheckMemory): MonthFacts[] {
  return readProven(ledger, (db) => monthsIn(db, listCloseSteps(db), memory));
}

/** As `listMonths`, of an open ledger; `restatements` where they were counted already. */
export function monthsIn(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  memory: CheckMemory | undefined,
  restatements?: ReadonlyMap<Month, number>,
): MonthFacts[] {
  return listMonthFacts(knownOf(db, steps, memory, restatements));
}

/**
 * The state of one month.
 *
 * @param steps of the ledger, as they stand now
 * @param memory as `listMonths`
 */
export function factsOfMonth(
  db: ReadableLedger,
  month: Month,
  steps: readonly CloseStep[],
  memory: CheckMemory | undefined,
): MonthFacts {
  return monthFactsOf(month, knownOf(db, steps, memory));
}

/** The newest month that a ledger has; null while it has no records. */
export function newestMonthIn(db: ReadableLedger): Month | null {
  return newestMonth(reachOf(db));
}

/** How far a ledger's records and pulls reach. */
export function reachOf(
  db: ReadableLedger,
  memory?: CheckMemory,
): Pick<LedgerMonths, "records" | "pulledAtMs" | "timeZone"> {
  const { timeZone, options } = readSettings(db);
  const pulls = listStampedPulls(db);
  const pulledAtMs = pulledAt(pulls);
  const read = (input: CheckInput) => timeRangeOf(countedInput(input, options.chainScope));
  const held = memory?.recallRecords(db);
  if (held) return { records: read(held.input), pulledAtMs, timeZone };
  const stated = readTimeRange(db);
  if (stated === null) return { records: null, pulledAtMs, timeZone };
  const { unfollowedMs, ...records } = stated;
  // Only where no pull is later than the records does it matter whether the latest date can be.
  const isDoubtful =
    records.lastMs > (pulledAtMs ?? -Infinity) && !surelyCounts(records.lastMs, unfollowedMs, pulls);
  return { records: isDoubtful ? read(readCheckInput(db)) : records, pulledAtMs, timeZone };
}

function knownOf(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  memory: CheckMemory | undefined,
  restatements?: ReadonlyMap<Month, number>,
): LedgerMonths {
  return { ...reachOf(db, memory), steps, restatements: restatements ?? countSince(db, memory) };
}
