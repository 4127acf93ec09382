import { type CheckInput, NO_TEXT } from "../input/input.ts";

/**
 * A text that identifies a wallet within its ledger, such as `1 7`. It is for look-ups in memory and is never
 * stored.
 * @param wallet `businessID` is null when wallets are per user, `userID` when it is not known
 */
export function walletKey({
  userID,
  businessID,
}: {
  readonly userID: number | null;
  readonly businessID: number | null;
}): string {
  return `${userID} ${businessID ?? ""}`;
}

/** The business's own, the user's own, or what the user's businesses agree on; null when none is known. */
export function walletCurrency(
  { user, businesses }: Pick<CheckInput, "user" | "businesses">,
  { userID, businessID }: { readonly userID: number; readonly businessID: number | null },
): string | null {
  const own = businesses.find((business) => business.businessID === businessID);
  const ownCurrency = own?.currency ?? null;
  if (ownCurrency !== null) return ownCurrency;
  if (user?.userID === userID && user.defaultCurrency !== null) return user.defaultCurrency;
  const theirs = new Set(
    businesses.flatMap((business) =>
      business.userID === userID && business.currency !== null ? [business.currency] : [],
    ),
  );
  return theirs.size === 1 ? ([...theirs][0] ?? null) : null;
}

/** fee.currency of a transaction row as it was sent; null where it states none. */
export function statedCurrencyOf(
  { transactions, labels }: Pick<CheckInput, "transactions" | "labels">,
  row: number,
): string | null {
  const id = transactions.currency[row] as number;
  return id === NO_TEXT ? null : labels.at(id);
}
