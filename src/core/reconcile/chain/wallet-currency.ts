/** The currency of a wallet. */
import type { CheckInput } from "../input/input.ts";

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
