/** What signed months closed at, beside what the ledger says now. */
import type { FrozenWallet } from "./close.ts";
import type { RestatedClosing } from "./restatements.ts";
import { type Signature, isInForce } from "./signatures.ts";
import type { Wallet, WalletBooks } from "./wallet-books.ts";

/**
 * The closings that differ, of signatures in force today: by month, then user, then business.
 *
 * @throws TieoutError SUM_OVERFLOW
 */
export function restatedClosings(books: WalletBooks, signatures: readonly Signature[]): RestatedClosing[] {
  return signatures
    .filter(isInForce)
    .flatMap((signature) => closingsOf(books, signature))
    .filter(({ signed, now }) => signed !== now)
    .toSorted(
      (a, b) =>
        (a.month < b.month ? -1 : Number(a.month > b.month)) ||
        a.userID - b.userID ||
        (a.businessID ?? 0) - (b.businessID ?? 0),
    );
}

function closingsOf(books: WalletBooks, signature: Signature): RestatedClosing[] {
  const { month } = signature;
  const frozen = new Map(signature.wallets.map((wallet) => [keyOf(wallet), wallet]));
  const known = books.list(signature.chainScope).map((wallet) => {
    const { userID, businessID, rows } = wallet;
    const was = frozen.get(keyOf(wallet));
    frozen.delete(keyOf(wallet));
    // One that begins later was not there to be signed.
    const counts = was !== undefined || rows.beginsBy(signature);
    return {
      month,
      userID,
      businessID,
      currency: was?.currency ?? null,
      signed: was?.closing ?? 0,
      now: counts ? rows.monthOf(signature).closing : 0,
    };
  });
  const gone = [...frozen.values()].map(({ userID, businessID, currency, closing }) => ({
    month,
    userID,
    businessID,
    currency,
    signed: closing,
    now: 0,
  }));
  return [...known, ...gone];
}

function keyOf({ userID, businessID }: Pick<FrozenWallet | Wallet, "userID" | "businessID">): string {
  return `${userID} ${businessID ?? ""}`;
}
