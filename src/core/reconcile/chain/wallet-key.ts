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
