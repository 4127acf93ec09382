/** Whose wallets a report is about, by name. */
import type { Business } from "../business.ts";
import { formatCount } from "../money.ts";
import type { WalletResult } from "../reconcile/result/result.ts";

type WalletIds = Pick<WalletResult, "userID" | "businessID">;

/** What a wallet is called. @example `User 1, business 7` */
export function walletLabel({ userID, businessID }: WalletIds): string {
  return businessID === null ? `User ${userID}` : `User ${userID}, business ${businessID}`;
}

/** Whoever called the service, and the businesses whose records came. */
export interface WalletOwners {
  /** The user's or the default business's name. */
  readonly name: string | null;
  readonly userID: number | null;
  readonly businesses: readonly Business[];
}

/** The name of a wallet's business; of one without a business that of the caller whose it is. Else null. */
export function ownerOfWallet({ userID, businessID }: WalletIds, owners: WalletOwners): string | null {
  if (businessID === null) return userID === owners.userID ? owners.name : null;
  return owners.businesses.find((one) => one.businessID === businessID)?.name ?? null;
}

/** A wallet by its owner's name and its ids. @example 'Dollar Goods (User 1, business 12)' */
export function namedWallet(wallet: WalletIds, owners: WalletOwners): string {
  const name = ownerOfWallet(wallet, owners);
  return name === null ? walletLabel(wallet) : `${name} (${walletLabel(wallet)})`;
}

/** How many names stand in a title. */
const MOST_NAMES = 3;

/**
 * The owners of some wallets in one phrase; null where none has a name.
 *
 * @param names of each wallet, null for one whose owner is not known
 * @example 'Naira Foods and Dollar Goods', 'Naira Foods and 2 other wallets'
 */
export function ownersWords(names: readonly (string | null)[]): string | null {
  const shown = [...new Set(names.filter((name) => name !== null))].slice(0, MOST_NAMES);
  if (shown.length === 0) return null;
  const others = names.filter((name) => name === null || !shown.includes(name)).length;
  const parts = others === 0 ? shown : [...shown, formatCount(others, "other wallet")];
  return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "").join(" and ");
}
