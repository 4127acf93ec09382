/** What a wallet is called, and whose it is. */
import type { Business } from "../records/business.ts";
import { formatCount } from "../money.ts";
import { uncapitalised } from "../sentence.ts";

/** A wallet of a user or, where wallets are per business, of one of a user's businesses. */
export interface WalletIds {
  readonly userID: number;
  /** null where wallets are per user. */
  readonly businessID: number | null;
}

/** A wallet with its currency; null where none is known. */
export interface WalletMoney extends WalletIds {
  readonly currency: string | null;
}

/** A wallet by its ids alone, where its currency stands beside it. @example `User 1, business 7` */
export function walletLabel({ userID, businessID }: WalletIds): string {
  return businessID === null ? `User ${userID}` : `User ${userID}, business ${businessID}`;
}

/** A wallet with its currency, where one is known. @example `User 1, business 7, NGN` */
export function walletName({ currency, ...ids }: WalletMoney): string {
  return currency === null ? walletLabel(ids) : `${walletLabel(ids)}, ${currency}`;
}

/** The same within a sentence; without a currency where it is said elsewhere. @example `user 1, business 7, NGN` */
export function walletWords({
  currency = null,
  ...ids
}: WalletIds & { readonly currency?: string | null }): string {
  return uncapitalised(walletName({ ...ids, currency }));
}

/** What is about a wallet alone. @example `wallet of user 1, business 7` */
export function walletOf({ userID, businessID = null }: WalletSubject): string {
  return userID === null ? "wallet of an unknown user" : `wallet of ${walletWords({ userID, businessID })}`;
}

interface WalletSubject {
  readonly userID: number | null;
  readonly businessID?: number | null;
}

/** A wallet to the provider, by the names of their fields. @example `wallet of Ada Foods, userID 1, businessID 7` */
export function providersWallet({
  name,
  userID,
  businessID,
}: WalletIds & { readonly name: string | null }): string {
  const of = name === null ? "wallet" : `wallet of ${name}`;
  return `${of}, userID ${userID}${businessID === null ? "" : `, businessID ${businessID}`}`;
}

/** Somebody by name, else by number. @example 'Naira Foods', 'User 1' */
export function ownerName({
  name,
  userID,
}: {
  readonly name: string | null;
  readonly userID: number;
}): string {
  return name ?? walletLabel({ userID, businessID: null });
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
