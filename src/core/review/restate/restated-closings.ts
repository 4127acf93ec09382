/** The signed closing of each month beside its closing by today's records. */
import type { RestatedClosing } from "./restatements.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { type Signature, isInForce } from "./signatures.ts";
import type { WalletBooks } from "./wallet-books.ts";

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
  const frozen = new Map(signature.wallets.map((wallet) => [walletKey(wallet), wallet]));
  const known = books.list(signature.chainScope).map((wallet) => {
    const { userID, businessID, rows } = wallet;
    const was = frozen.get(walletKey(wallet));
    frozen.delete(walletKey(wallet));
    const [currency, signed] = [was?.currency ?? null, was?.closing ?? 0];
    return { month, userID, businessID, currency, signed, now: rows.monthOf(signature).closing };
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
