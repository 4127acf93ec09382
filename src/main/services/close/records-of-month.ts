/** Which records of a month are not what they were: when it was signed, or at another moment. */
import type { FrozenMonth, Month } from "../../../core/review/close/close.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import type { RecordsChanged } from "../../../core/review/close/since.ts";
import { compareTransactions, isPaid } from "../../../core/reconcile/changes.ts";
import { isInForce } from "../../../core/review/restate/signatures.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { readSignatures } from "../../ledger/acts/run-document.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { walkRegister } from "../../ledger/pulls/restatements.ts";
import { type ComparedRecords, recordsSince } from "../../ledger/records/records-since.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import type { RecordsThen } from "../../ledger/trail/as-of.ts";
import { linksOf } from "../../ledger/trail/acts.ts";

/** Which records a month was checked on, and under which options. */
interface MonthThen extends Pick<FrozenMonth, "options"> {
  readonly moment: RecordsThen;
}

/** The records of a month that later pulls changed. */
export function recordsOfMonth(
  db: ReadableLedger,
  month: Month,
  { moment, options }: MonthThen,
): RecordsChanged {
  return ownRecords(db, month, comparedRecords(db, month, { moment, options }));
}

/**
 * How many records of each month whose signature is in force are there or not, or say something, otherwise than
 * when it was signed: those that `ChangedSince` lists. Months without any are not in it.
 *
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countRestated(db: ReadableLedger): ReadonlyMap<Month, number> {
  const counts = new Map<Month, number>();
  for (const { month, signed } of monthStates(listCloseSteps(db)).values()) {
    if (signed === null) continue;
    const { entries, transactions } = ownRecords(db, month, comparedSince(db, month, signed));
    const count = [entries, transactions].flatMap((of) => Object.values(of).flat()).length;
    if (count > 0) counts.set(month, count);
  }
  return counts;
}

export function ownRecords(
  db: ReadableLedger,
  month: Month,
  { entries, transactions }: ReturnType<typeof comparedRecords>,
): RecordsChanged {
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

/** The records that later pulls changed since a step froze a month. */
export function comparedSince(db: ReadableLedger, month: Month, { id, frozen }: FreezingStep) {
  const { pullId, options } = frozen;
  const moment = { sequence: linksOf(db, "close").get(id) ?? 0, pullId };
  return comparedRecords(db, month, { moment, options });
}
