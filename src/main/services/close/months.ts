/**
 * The states of a ledger's months, which no check is needed for, and what came since they were prepared or signed,
 * as use cases.
 */
import { TieoutError } from "../../../core/errors.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { newestAct } from "../../ledger/trail/acts.ts";
import { shownNow } from "../shared/shown-now.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import {
  type LedgerMonths,
  type MonthFacts,
  listMonthFacts,
  monthFactsOf,
} from "../../../core/review/close/months.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import { surelyCounts } from "../../../core/reconcile/chain/dates-ahead.ts";
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import { pulledAt } from "../../../core/reconcile/input/pull-clocks.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listStampedPulls } from "../../ledger/trail/pull.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { pullsStating, readTimeRange, timeRangeOf } from "../../ledger/records/time-range.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { readProven, readLedger } from "../shared/use-ledger.ts";
import { countElsewhere } from "./register.ts";
import type { changeFinder } from "./changed-since.ts";
import type { ChangedSince } from "../../../core/review/close/since.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";

type ChangeFinder = typeof changeFinder;

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

/** As `listMonths`, of an open ledger. */
export function monthsIn(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  memory: CheckMemory | undefined,
): MonthFacts[] {
  return listMonthFacts(knownOf(db, steps, memory));
}

/** @param memory as `listMonths` @throws TieoutError CLOSE_STATE for a month that is not among `listMonths` */
export function refuseUnknownMonth(db: ReadableLedger, month: Month, memory?: CheckMemory): void {
  if (monthsIn(db, listCloseSteps(db), memory).some((facts) => facts.month === month)) return;
  throw new TieoutError("CLOSE_STATE", `The ledger has no ${monthTitle(month)}`);
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
  const records = readTimeRange(db);
  if (records === null) return { records, pulledAtMs, timeZone };
  // Only where no pull is later than the records does it matter whether the latest date can be.
  const isDoubtful =
    records.lastMs > (pulledAtMs ?? -Infinity) &&
    !surelyCounts(records.lastMs, pullsStating(db, records.lastMs), pulls);
  return { records: isDoubtful ? read(readCheckInput(db)) : records, pulledAtMs, timeZone };
}

function knownOf(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  memory: CheckMemory | undefined,
): LedgerMonths {
  return { steps, ...reachOf(db, memory) };
}

/** A month with what came after it was prepared or signed. */
export interface MonthSince extends MonthFacts {
  /** Of which moment its state is, and what changed since; each step has its own. */
  readonly shows: string;
  /** null where nothing changed, or the month is neither. */
  readonly changedSince: ChangedSince | null;
  /** Entries that later pulls brought, dated in the signed month, that count in another. */
  readonly countedElsewhere: number;
}

/**
 * As `listMonths`, with what came since. Only months are checked of which something may have changed. What compares
 * months is loaded only where a step was taken, and what checks them only where one may have changed.
 *
 * @throws TieoutError as `listMonths`; LEDGER_CORRUPT when a kept run is gone; SUM_OVERFLOW
 */
export async function listMonthsSince(ledger: string, context: ServiceContext): Promise<MonthSince[]> {
  const memory = context.memory ?? new CheckMemory();
  const hasSteps = readLedger(ledger, (db) => newestAct(db, "close") > 0);
  const doubtful = hasSteps ? (await import("./differences.ts")).doubtfulStandings : () => [];
  const list = (finder: ChangeFinder | null) =>
    readProven(ledger, (db) => {
      const steps = listCloseSteps(db);
      if (finder === null && doubtful(db, steps).length > 0) return null;
      return monthsSince(db, steps, finder?.(db, steps, { ...context, memory }) ?? (() => null));
    });
  return list(null) ?? list((await import("./changed-since.ts")).changeFinder) ?? [];
}

function monthsSince(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  changeOf: ReturnType<ChangeFinder>,
): MonthSince[] {
  const countedElsewhere = countElsewhere(db, steps);
  return monthsIn(db, steps, undefined).map((facts) => ({
    ...facts,
    shows: shownNow(db),
    changedSince: changeOf(facts.month),
    countedElsewhere: countedElsewhere.get(facts.month) ?? 0,
  }));
}
