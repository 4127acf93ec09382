/**
 * The states of a ledger's months, which no check is needed for, and what came since they were prepared or signed,
 * as use cases.
 */
import { shownNow } from "../shared/shown-now.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import {
  type LedgerMonths,
  type MonthFacts,
  listMonthFacts,
  monthFactsOf,
  newestMonth,
  monthAt,
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
import { type FreezingStep, monthStates, standingOfMonth } from "../../../core/review/close/month-states.ts";
import { raisesOneOf } from "../../ledger/acts/run-document.ts";
import { findRunDocument } from "../../ledger/acts/run.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import type { GivenOptions } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { rowsWithIds } from "../check/rows-with-ids.ts";
import { changedOfMonth, doubtfulStandings } from "./differences.ts";
import { checkMonth } from "./month-check.ts";

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

/** A month of which something changed since it was prepared or signed. */
export interface DriftedMonth {
  readonly month: Month;
  readonly state: "prepared" | "signed-off";
  readonly changedSince: ChangedSince;
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
 * As `listMonths`, with what came since. Only months are checked of which something may have changed.
 *
 * @throws TieoutError as `listMonths`; LEDGER_CORRUPT when a kept run is gone; SUM_OVERFLOW
 */
export function listMonthsSince(ledger: string, context: ServiceContext): MonthSince[] {
  const memory = context.memory ?? new CheckMemory();
  return readProven(ledger, (db) => {
    const steps = listCloseSteps(db);
    const countedElsewhere = countElsewhere(db, steps);
    const doubtful = new Set(doubtfulStandings(db, steps).map(({ month }) => month));
    return monthsIn(db, steps, undefined).map((facts) => ({
      ...facts,
      shows: shownNow(db),
      changedSince: doubtful.has(facts.month) ? changedIn(db, facts.month, { ...context, memory }) : null,
      countedElsewhere: countedElsewhere.get(facts.month) ?? 0,
    }));
  });
}

/** What changed of a month; null where nothing did, and for one that is neither prepared nor signed. */
function changedIn(
  db: ReadableLedger,
  month: Month,
  context: ServiceContext,
  given: GivenOptions = {},
): ChangedSince | null {
  const changed = changedOfMonth(db, checkMonth(db, month, context), context, given);
  return changed === null || isUnchanged(changed) ? null : changed;
}

/** What was just done, as far as it shows which months may have changed. */
export type Touched =
  | { readonly month: Month }
  /** Something that any month may depend on. */
  | "all"
  /** Decided on, or undone. */
  | { readonly fingerprints: readonly string[] }
  /** A new pull, and the signed months that it changed. */
  | { readonly pullId: number; readonly signed: ReadonlySet<Month> }
  /** Matched, or undone. */
  | { readonly walletIDs: readonly number[]; readonly payIDs: readonly number[] };

/**
 * Says which months that are prepared or signed off differ now, of those that something touched: the month
 * itself, months whose kept run raises one of the findings, or months from that of the earliest record on,
 * for a match clears what was outstanding in all later ones; after a pull those that are prepared, and those
 * signed ones that it changed. Only those are checked.
 *
 * @returns months ascending
 * @throws TieoutError when the ledger cannot be opened or read; LEDGER_CORRUPT when a kept run is gone;
 *   SUM_OVERFLOW
 */
export function driftedMonths(ledger: string, touched: Touched, context: ServiceContext): DriftedMonth[] {
  const memory = context.memory ?? new CheckMemory();
  return readProven(ledger, (db) => driftedIn(db, touched, { ...context, memory }));
}

/** As `driftedMonths`, of an open ledger. */
export function driftedIn(db: ReadableLedger, touched: Touched, context: ServiceContext): DriftedMonth[] {
  // The records are read once for all months.
  const memory = context.memory ?? new CheckMemory();
  return touchedMonths(db, frozenMonths(listCloseSteps(db)), touched, memory).flatMap(({ month, state }) => {
    const changedSince = changedIn(db, month, { ...context, memory });
    return changedSince === null ? [] : [{ month, state, changedSince }];
  });
}

/**
 * What a check of a signed month finds otherwise than was signed, under the options of that check: other
 * options than those that were frozen are named, too.
 *
 * @param given the options asked for; those left out are the ledger's own
 * @returns null for a month that is not signed, and where nothing differs
 * @throws TieoutError as `driftedMonths`
 */
export function unlikeSigned(
  { ledger, month, given }: { readonly ledger: string; readonly month: Month; readonly given: GivenOptions },
  context: ServiceContext,
): DriftedMonth | null {
  return readLedger(ledger, (db) => {
    const { signed } = standingOfMonth(listCloseSteps(db), month);
    if (signed === null) return null;
    const changedSince = changedIn(db, month, context, given);
    return changedSince === null ? null : { month, state: "signed-off", changedSince };
  });
}

interface FrozenStanding extends Pick<DriftedMonth, "month" | "state"> {
  readonly prepared: FreezingStep;
}

function frozenMonths(steps: readonly CloseStep[]): FrozenStanding[] {
  return [...monthStates(steps).values()].flatMap(({ month, prepared, signed }) =>
    prepared === null ? [] : [{ month, prepared, state: signed === null ? "prepared" : "signed-off" }],
  );
}

function touchedMonths(
  db: ReadableLedger,
  months: readonly FrozenStanding[],
  touched: Touched,
  memory: CheckMemory,
): readonly FrozenStanding[] {
  if (months.length === 0) return months;
  if (touched === "all") return months;
  if ("month" in touched) return months.filter(({ month }) => month === touched.month);
  if ("pullId" in touched) {
    return months.filter(({ month, state, prepared }) =>
      state === "signed-off" ? touched.signed.has(month) : prepared.frozen.pullId < touched.pullId,
    );
  }
  if ("fingerprints" in touched) {
    const decided = new Set(touched.fingerprints);
    return months.filter(({ prepared }) => {
      const document = findRunDocument(db, prepared.frozen.runId);
      return document !== null && raisesOneOf(document, decided);
    });
  }
  const { chainScope } = readSettings(db).options;
  const firstMs = earliestOf(countedInput(memory.recordsOf(db).input, chainScope), touched);
  if (firstMs === Infinity) return [];
  return months.filter(({ month, prepared }) => month >= monthAt(firstMs, prepared.frozen.options.timeZone));
}

/** When the earliest of some records was created, or paid; milliseconds UTC, Infinity where none is held. */
function earliestOf(
  { entries, transactions }: CheckInput,
  { walletIDs, payIDs }: Extract<Touched, { readonly payIDs: readonly number[] }>,
): number {
  const times = [
    ...rowsWithIds(entries.walletID, walletIDs).map((row) => entries.dateCreatedAtMs[row] as number),
    ...rowsWithIds(transactions.payID, payIDs).flatMap((row) => [
      transactions.dateCreatedAtMs[row] as number,
      transactions.datePaidAtMs[row] as number,
    ]),
  ];
  return times.reduce((least, atMs) => (atMs < least ? atMs : least), Infinity);
}
