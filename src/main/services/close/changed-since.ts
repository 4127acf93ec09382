/** What changed of a month since it was prepared or signed, and of which months anything did. */
import type { CheckOptions } from "../../../core/options.ts";
import type { MonthChanges } from "../../../core/review/close/close-changes.ts";
import type { CloseStep, FrozenMonth, FrozenWallet, Month } from "../../../core/review/close/close.ts";
import { isInForce } from "../../../core/review/restate/signatures.ts";
import { compareTransactions, isPaid } from "../../../core/reconcile/changes/changes.ts";
import { type MonthStanding, monthStates } from "../../../core/review/close/month-states.ts";
import { type ChangedSince, type RecordsSince, changedSinceOf } from "../../../core/review/since/since.ts";
import { differingOptions, optionChanges } from "../../../core/review/since/differing-options.ts";
import { frozenBasis } from "../../../core/review/since/closing-since.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import { readSignatures } from "../../ledger/people/signatures.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { type ComparedRecords, recordsSince } from "../../ledger/records/records-since.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { RecordsThen } from "../../ledger/trail/then.ts";
import { closeLinks, settingNames } from "../../ledger/trail/links-of.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { walkRegister } from "./register-walk.ts";
import { decidedSince } from "./decided-since.ts";
import { lapsedSince } from "./lapsed-since.ts";
import { monthChangesOf } from "./frozen/changes-of-month.ts";
import { type CheckedMonth, checkMonth } from "./month-check.ts";

/**
 * Says what changed of a prepared or signed month since, as of now or of a link. Decisions are compared under
 * the options that were frozen, figures and exceptions under the ledger's own, as every place shows them now.
 *
 * @returns null for a month that is neither prepared nor signed
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT when the run that was prepared is gone; SUM_OVERFLOW
 */
export function readChangedSince(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  context: ServiceContext,
): ChangedSince | null {
  return readProven(ledger, (db) => changedOfMonth(db, checkMonth(db, month, context), context));
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
      sequence: closeLinks(db).get(step.id) ?? 0,
      wallets: frozen.wallets,
      changes: (now) => monthChangesOf(db, now) ?? { effects: [], decisions: [] },
    },
    context,
    given,
  );
}

/** What a month is compared with. */
export interface EarlierMonth {
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

function optionsNow(db: ReadableLedger): CheckOptions {
  const { options, timeZone } = readSettings(db);
  return { ...options, timeZone };
}

/** Which records a month was checked on, and under which options. */
interface MonthThen extends Pick<FrozenMonth, "options"> {
  readonly moment: RecordsThen;
}

/** The records of a month that later pulls changed. */
function recordsOfMonth(
  db: ReadableLedger,
  month: Month,
  { moment, options }: MonthThen,
): { readonly entries: RecordsSince; readonly transactions: RecordsSince } {
  const { entries, transactions } = comparedRecords(db, month, { moment, options });
  const { appeared } = entries.ofPeriod;
  const ofMonth = appeared.length === 0 ? null : backDatedInto(db, month);
  return {
    entries: { ...entries.ofPeriod, appeared: appeared.filter((id) => ofMonth?.has(id) ?? true) },
    transactions: transactions.ofPeriod,
  };
}

/**
 * The entries that later pulls brought into a signed month; null while it is not signed. An entry may count in
 * another month than that of its date, and changes nothing of this one then.
 */
function backDatedInto(db: ReadableLedger, month: Month): ReadonlySet<number> | null {
  const signatures = readSignatures(db);
  if (!signatures.some((one) => isInForce(one) && one.month === month)) return null;
  const entries = new Set<number>();
  walkRegister(
    db,
    ({ signature, walletID }) => {
      if (signature?.stillInForce === true && signature.month === month && walletID !== null)
        entries.add(walletID);
    },
    () => signatures,
  );
  return entries;
}

/** The records that later pulls changed, by kind: all of them, and those of the month. */
export function comparedRecords(
  db: ReadableLedger,
  month: Month,
  { moment, options: { timeZone } }: MonthThen,
): Readonly<Record<"entries" | "transactions", ComparedRecords>> {
  const days = monthDays(month);
  if (days === null) throw new Error("a month has days");
  const period = periodOf(days.from, days.to, new ZoneClock(timeZone));
  return {
    entries: recordsSince(db, moment, {
      table: ENTRY_TABLE,
      dates: ["date_created_ms"],
      period,
      isChange: () => true,
    }),
    transactions: recordsSince(db, moment, {
      table: PAYMENT_TABLE,
      dates: ["date_paid_ms", "date_created_ms"],
      period,
      // As the register of restatements: what nobody paid, then or now, is no part of the month.
      isChange: (before, after) =>
        [before, after].some((one) => one !== null && isPaid(one)) &&
        (before === null || after === null || compareTransactions(before, after).fields.length > 0),
    }),
  };
}

/**
 * The signed months of which anything changed since, as far as that is known without checking them: all but
 * what other rules and other months do to them.
 */
export function monthsChangedSince(ledger: LedgerAt): Month[] {
  return readProven(ledger, (db) =>
    changedStandings(db, listCloseSteps(db)).flatMap(({ month, signed }) => (signed === null ? [] : [month])),
  );
}

/** As `monthsChangedSince`, also of months that are prepared. */
export function changedStandings(db: ReadableLedger, steps: readonly CloseStep[]): MonthStanding[] {
  const frozen = [...monthStates(steps).values()].filter(({ prepared }) => prepared !== null);
  if (frozen.length === 0) return [];
  const decided = decidedSince(db, steps);
  return frozen.filter((one) => hasChanged(db, one, decided));
}

function hasChanged(
  db: ReadableLedger,
  standing: MonthStanding,
  decided: ReadonlyMap<Month, number>,
): boolean {
  const { month, prepared, signed } = standing;
  const step = signed ?? prepared;
  if (step === null) return false;
  const { frozen } = step;
  if (decided.has(month) || differingOptions(frozen.options, optionsNow(db)).length > 0) return true;
  if (lapsedSince(db, standing).length > 0) return true;
  const { pullId, options } = frozen;
  const moment = { sequence: closeLinks(db).get(step.id) ?? 0, pullId };
  const { entries, transactions } = recordsOfMonth(db, month, { moment, options });
  return [entries, transactions].some((of) => Object.values(of).some((ids) => ids.length > 0));
}
