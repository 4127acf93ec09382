/**
 * What changed of prepared and signed months since, by checks of them: of one month, of those that something touched,
 * and of a signed one under other options, as use cases.
 */
import {
  type CloseState,
  type CloseStep,
  type FrozenMonth,
  type FrozenWallet,
  type Month,
} from "../../../core/review/close/close.ts";
import { figuresSince } from "../../../core/review/close/reperformed.ts";
import { type StateOfMonth, stateOf } from "../../../core/review/close/close-rules.ts";
import { type FreezingStep, monthStates, standingOfMonth } from "../../../core/review/close/month-states.ts";
import type { MonthChanges } from "../../../core/review/close/differences.ts";
import { monthAt } from "../../../core/review/close/months.ts";
import {
  type ChangedSince,
  changedSinceOf,
  differingOptions,
  frozenBasis,
  hasRecords,
  isUnchanged,
  optionChanges,
} from "../../../core/review/close/since.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import type { CheckInput, RecordIds } from "../../../core/reconcile/input/input.ts";
import { listCloseSteps, monthStandingIn } from "../../ledger/acts/close-step.ts";
import { findRunDocument } from "../../ledger/acts/run.ts";
import { raisesOneOf } from "../../ledger/acts/run-document.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { closeLedger, type ReadableLedger } from "../../ledger/file/connection.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { settingNames } from "../../ledger/trail/pull.ts";
import type { GivenOptions } from "../check/check.ts";
import { rowsWithIds } from "../check/rows-with-ids.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readLedger, readProven } from "../shared/use-ledger.ts";
import { changesOfMonth, doubtfulStandings, monthChangesOf, optionsNow } from "./differences.ts";
import { recordsOfMonth } from "./records-of-month.ts";
import { type CheckedMonth, checkMonth, freeze } from "./month-check.ts";

/**
 * Compares a check of a month with what was frozen of it, one phrase for each difference. Where the check
 * concludes as it did, the frozen figures are compared, too: somebody may have written others.
 *
 * @returns empty when the month is what was frozen
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH when the run that was frozen is gone or another
 */
export function unlikeFrozen(
  db: ReadableLedger,
  checked: CheckedMonth,
  frozen: FrozenMonth,
  context: ServiceContext,
): string[] {
  const inCheck = changesOfMonth(db, checked);
  return inCheck.length > 0 ? inCheck : figuresSince(frozen, freeze(db, checked, context));
}

/**
 * Says what changed of a prepared or signed month since, as of now or of a link. Decisions are compared under
 * the options that were frozen, figures and exceptions under the ledger's own, as every place shows them now.
 *
 * @param pullId only where this pull, made since, brought a part of it
 * @returns null for a month that is neither prepared nor signed
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT when the run that was prepared is gone; SUM_OVERFLOW
 */
export function readChangedSince(
  {
    ledger,
    month,
    pullId,
  }: { readonly ledger: LedgerAt; readonly month: Month; readonly pullId?: number | undefined },
  context: ServiceContext,
): ChangedSince | null {
  return readProven(ledger, (db) =>
    pullId === undefined
      ? changedOfMonth(db, checkMonth(db, month, context), context)
      : withChangedByPull(db, pullId, context, (changedByPull) => changedByPull(month)),
  );
}

/**
 * As `readChangedSince`, of a month that was checked under the options that were frozen.
 *
 * @param given options that take the place of the ledger's own
 */
export function changedOfMonth(
  db: ReadableLedger,
  checked: CheckedMonth,
  context: ServiceContext,
  given: Partial<CheckOptions> = {},
): ChangedSince | null {
  const { prepared, signed } = checked.standing;
  const step = signed ?? prepared;
  if (step === null) return null;
  const { frozen } = step;
  return changedFrom(
    db,
    checked,
    {
      basis: frozenBasis(step, readSettings(db).timeZone),
      pullId: frozen.pullId,
      sequence: linksOf(db, "close").get(step.id) ?? 0,
      wallets: frozen.wallets,
      changes: (now) => monthChangesOf(db, now) ?? { effects: [], decisions: [] },
    },
    context,
    given,
  );
}

/** What a month is compared with. */
interface EarlierMonth {
  /** What it was, in a sentence. */
  readonly basis: string;
  /** The newest pull by then. */
  readonly pullId: number;
  /** Of the link by which it was so. */
  readonly sequence: number;
  readonly wallets: readonly FrozenWallet[];
  readonly changes: (now: CheckedMonth) => MonthChanges;
}

/** @param checked the month as of now, under the options that were frozen */
export function changedFrom(
  db: ReadableLedger,
  checked: CheckedMonth,
  { basis, pullId, sequence, wallets, changes }: EarlierMonth,
  context: ServiceContext,
  given: Partial<CheckOptions> = {},
): ChangedSince {
  const { gathered, standing } = checked;
  const then = gathered.options;
  const now = { ...optionsNow(db), ...given };
  const shown =
    differingOptions(then, now).length === 0 ? checked : checkMonth(db, standing.month, context, given);
  const names = settingNames(db, sequence);
  // Nobody set what is asked for this once.
  for (const name of Object.keys(given)) names.delete(name);
  return changedSinceOf({
    basis,
    ...recordsOfMonth(db, standing.month, { moment: { sequence, pullId }, options: then }),
    changes: { effects: changes(shown).effects, decisions: changes(checked).decisions },
    options: optionChanges(then, now, { by: names, decimals: gathered.decimals }),
    wallets: { before: wallets, now: shown.gathered.result.wallets },
    decimals: gathered.decimals,
  });
}

/** A month of which something changed since it was prepared or signed. */
export interface DriftedMonth extends StateOfMonth {
  readonly month: Month;
  readonly state: Exclude<CloseState, "open">;
  readonly changedSince: ChangedSince;
}

/** What changed of a month; null where nothing did, and for one that is neither prepared nor signed. */
export function changedIn(
  db: ReadableLedger,
  month: Month,
  context: ServiceContext,
  given: GivenOptions = {},
): ChangedSince | null {
  const changed = changedOfMonth(db, checkMonth(db, month, context), context, given);
  return changed === null || isUnchanged(changed) ? null : changed;
}

/** Finds what changed of a month, as `changedIn`; only those are checked of which something may have changed. */
export function changeFinder(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  context: ServiceContext,
): (month: Month) => ChangedSince | null {
  const doubtful = new Set(doubtfulStandings(db, steps).map(({ month }) => month));
  return (month) => (doubtful.has(month) ? changedIn(db, month, context) : null);
}

/** The ledger as it was before a pull; it is opened, and its records are read, once and only where it is asked for. */
class BeforePull {
  readonly #path: LedgerAt;
  readonly #context: ServiceContext;
  #db: ReadableLedger | null = null;

  constructor(path: LedgerAt, context: ServiceContext) {
    this.#path = path;
    // Records of another moment than the thread's memory has.
    this.#context = { ...context, memory: new CheckMemory() };
  }

  changedOf(month: Month): ChangedSince | null {
    this.#db ??= openAt(this.#path);
    return changedOfMonth(this.#db, checkMonth(this.#db, month, this.#context), this.#context);
  }

  close(): void {
    if (this.#db !== null) closeLedger(this.#db);
  }
}

/**
 * Finds what changed of a month, as `changedOfMonth`, where a pull brought a part of it: records of the month, or
 * another month's that make its check another.
 *
 * @param work is given what finds it: null where the pull brought none, where nothing differs now, and for a month
 *   that is neither prepared nor signed
 */
function withChangedByPull<T>(
  db: ReadableLedger,
  pullId: number,
  context: ServiceContext,
  work: (changedByPull: (month: Month) => ChangedSince | null) => T,
): T {
  const sequence = (linksOf(db, "pull").get(pullId) ?? 0) - 1;
  const [steps, links] = [listCloseSteps(db), linksOf(db, "close")];
  const before = new BeforePull({ path: db.name, sequence }, context);
  try {
    return work((month) => {
      const { prepared } = standingOfMonth(steps, month);
      if (prepared === null || sequence < (links.get(prepared.id) ?? Infinity)) return null;
      const now = changedOfMonth(db, checkMonth(db, month, context), context);
      if (now === null || isUnchanged(now)) return null;
      const moment = { sequence, pullId: pullId - 1 };
      const own = recordsOfMonth(db, month, { moment, options: prepared.frozen.options });
      if ([own.entries, own.transactions].some(hasRecords)) return now;
      return JSON.stringify(before.changedOf(month)) === JSON.stringify(now) ? null : now;
    });
  } finally {
    before.close();
  }
}

/** What was just done, as far as it shows which months may have changed. */
export type Touched =
  | { readonly month: Month }
  /** Something that any month may depend on. */
  | "all"
  /** Decided on, or undone. */
  | { readonly fingerprints: readonly string[] }
  /** Pulled, or imported. */
  | { readonly pullId: number }
  /** Matched, or undone. */
  | RecordIds;

/**
 * Says which months that are prepared or signed off differ now, of those that something touched: the month
 * itself, months whose kept run raises one of the findings, or months from that of the earliest record on,
 * for a match clears what was outstanding in all later ones; after a pull those of which it changed anything.
 * Only those are checked.
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
  const within = { ...context, memory };
  const months = touchedMonths(db, frozenMonths(listCloseSteps(db)), touched, memory);
  const driftedBy = (changeOf: (month: Month) => ChangedSince | null) =>
    months.flatMap(({ month, ...standing }) => {
      const changedSince = changeOf(month);
      return changedSince === null ? [] : [{ month, ...stateOf(standing), changedSince }];
    });
  return typeof touched === "object" && "pullId" in touched
    ? withChangedByPull(db, touched.pullId, within, driftedBy)
    : driftedBy((month) => changedIn(db, month, within));
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
    const standing = monthStandingIn(db, month);
    if (standing.signed === null) return null;
    const changedSince = changedIn(db, month, context, given);
    return changedSince === null ? null : { month, ...stateOf(standing), state: "signed-off", changedSince };
  });
}

interface FrozenStanding extends Pick<DriftedMonth, "month" | "state"> {
  readonly prepared: FreezingStep;
}

function frozenMonths(steps: readonly CloseStep[]): FrozenStanding[] {
  return [...monthStates(steps).values()].flatMap(({ month, prepared, state }) =>
    prepared === null || state === "open" ? [] : [{ month, prepared, state }],
  );
}

function touchedMonths(
  db: ReadableLedger,
  months: readonly FrozenStanding[],
  touched: Touched,
  memory: CheckMemory,
): readonly FrozenStanding[] {
  if (months.length === 0) return months;
  if (touched === "all" || "pullId" in touched) return months;
  if ("month" in touched) return months.filter(({ month }) => month === touched.month);
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
