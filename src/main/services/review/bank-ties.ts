/** Which statement lines a month's withdrawals and top-ups came to, as a use case. */
import type { BankAnswer } from "../../../core/bank/accepted.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { compareBytes } from "../../../core/text.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { bankPlaces } from "../../ledger/acts/bank-books.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { monthDays } from "../../../core/time.ts";
import { checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, readProven } from "../shared/use-ledger.ts";

export interface BankTies {
  /** Decimals of all amounts. */
  readonly places: number;
  /** Entries of the month that no payment supports, by day, then walletID; null where no statements are kept. */
  readonly answers: readonly BankAnswer[] | null;
}

/**
 * Entries without a payref, each with the lines that it came to.
 *
 * @throws TieoutError when the ledger cannot be opened, read or checked, or differs from its audit trail
 */
export function tieBank(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  context: ServiceContext,
): BankTies {
  return readProven(ledger, (db) => {
    const { result } = checkLedger(db, { period: null, options: {} }, context);
    const places = result.bank?.places ?? bankPlaces(readSettings(db).decimals);
    return { places, answers: result.bank === undefined ? null : answersOfMonth(result, month) };
  });
}

/** @param result of the whole history */
export function answersOfMonth({ bank }: CheckResult, month: Month): BankAnswer[] {
  const days = monthDays(month);
  return (bank?.answers ?? [])
    .filter(({ movement: { day } }) => days !== null && day >= days.from && day <= days.to)
    .toSorted(
      ({ movement: one }, { movement: other }) =>
        compareBytes(one.day, other.day) || one.walletID - other.walletID,
    );
}
