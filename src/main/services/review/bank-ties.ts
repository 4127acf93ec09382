/** Which statement lines a month's withdrawals and top-ups came to, as a use case. */
import type { StatementGap } from "../../../core/bank/statement.ts";
import { type MovementAnswer, type WalletMovement, answerMovements } from "../../../core/bank/ties.ts";
import { TieoutError } from "../../../core/errors.ts";
import { multiplyAmounts } from "../../../core/money.ts";
import { compareBytes } from "../../../core/text.ts";
import { NO_PAYREF } from "../../../core/reconcile/input/input.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type Day, ZoneClock, monthDays } from "../../../core/time.ts";
import { type GatheredCheck, checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readProven } from "../shared/use-ledger.ts";
import { type ReadAccount, readBank } from "./bank-statements.ts";

export interface BankTies {
  /** Decimals of all amounts. */
  readonly places: number;
  /** Entries of the month that no payment supports, by day, then walletID. */
  readonly answers: readonly (MovementAnswer & { readonly currency: string | null })[];
}

/**
 * Entries without a payref, each with the lines that it came to. The search looks at all entries and lines:
 * what is unique within a month need not be over its ends.
 *
 * @throws TieoutError when the ledger cannot be opened, read or checked, or differs from its audit trail
 */
export async function tieBank(
  { ledger, month }: { readonly ledger: string; readonly month: Month },
  context: ServiceContext,
): Promise<BankTies> {
  const { places, accounts } = await readBank(ledger);
  const gathered = readProven(ledger, (db) => checkLedger(db, { period: null, options: {} }, context));
  const days = monthDays(month);
  const byCurrency = Map.groupBy(untiedMovements(gathered, places), ({ currency }) => currency);
  const answers = [...byCurrency].flatMap(([currency, movements]) => {
    const own = accounts.filter((one) => one.currency === null || one.currency === currency);
    const lines = own.flatMap(({ joined }) => joined.lines).toSorted(byDay);
    const covered = (from: Day, to: Day) => own.length > 0 && own.every((one) => covers(one, from, to));
    return answerMovements(movements, lines, covered).map((answer) => ({ ...answer, currency }));
  });
  return {
    places,
    answers: answers
      .filter(({ movement: { day } }) => days !== null && day >= days.from && day <= days.to)
      .toSorted(
        ({ movement: one }, { movement: other }) => byDay(one, other) || one.walletID - other.walletID,
      ),
  };
}

function untiedMovements(
  { input: { entries }, result, options, decimals }: GatheredCheck,
  places: number,
): (WalletMovement & { readonly currency: string | null })[] {
  const { order, movement, transaction } = result.entryOutcomes;
  const clock = new ZoneClock(options.timeZone);
  const isPerUser = result.chainScope.used === "user";
  // The first of a wallet counts.
  const currencies = new Map(result.wallets.toReversed().map((one) => [walletKey(one), one.currency]));
  const currencyOf = (userID: number, businessID: number) =>
    currencies.get(walletKey({ userID, businessID: isPerUser ? null : businessID })) ?? null;
  return [...order]
    .filter((row) => entries.payref[row] === NO_PAYREF && transaction[row] === -1 && movement[row] !== 0)
    .map((row) => ({
      walletID: entries.walletID[row] as number,
      day: clock.day(entries.dateCreatedAtMs[row] as number),
      amount: scaled(movement[row] as number, 10 ** (places - decimals)),
      currency: currencyOf(entries.userID[row] as number, entries.businessID[row] as number),
    }));
}

/** @throws TieoutError SUM_OVERFLOW */
function scaled(amount: number, by: number): number {
  const product = multiplyAmounts(amount, by);
  if (product !== null) return product;
  throw new TieoutError(
    "SUM_OVERFLOW",
    "An amount is too large to be compared with a bank's, which has decimals",
  );
}

function byDay(one: { readonly day: Day }, other: { readonly day: Day }): number {
  return compareBytes(one.day, other.day);
}

/** Whether statements of an account have all of its lines of these days. */
function covers({ joined: { lines, gaps } }: ReadAccount, from: Day, to: Day): boolean {
  const [first, last] = [lines.at(0)?.day, lines.at(-1)?.day];
  if (first === undefined || last === undefined || first > from || last < to) return false;
  return gaps.every((gap) => !overlaps(gap, from, to));
}

function overlaps({ from: begin, to: end }: StatementGap, from: Day, to: Day): boolean {
  return (begin === null || begin <= to) && (end === null || end >= from);
}
