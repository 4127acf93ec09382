/**
 * A text that tells a wallet from all others of a ledger, e.g. `1 7`; it is for looking up in memory, not for keeping.
 *
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
