/** Wallets, their order, movements, and the convention. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { ChainScope, Convention } from "../../../src/core/options.ts";

export interface Wallet {
  readonly userID: number;
  readonly businessID: number | null;
  /** Ascending walletID. */
  readonly entries: readonly Entry[];
}

export function walletsOf(entries: readonly Entry[], scope: ChainScope): Wallet[] {
  const keyOf = (one: Entry) => (scope === "user" ? `${one.userID}` : `${one.userID}/${one.businessID}`);
  return [...new Set(entries.map(keyOf))]
    .map((key) => {
      const own = entries.filter((one) => keyOf(one) === key).toSorted((a, b) => a.walletID - b.walletID);
      return {
        userID: own[0]!.userID,
        businessID: scope === "user" ? null : own[0]!.businessID,
        entries: own,
      };
    })
    .toSorted((a, b) => a.userID - b.userID || (a.businessID ?? 0) - (b.businessID ?? 0));
}

/** The latest dateCreated among the entry and all before it in its wallet. */
export function periodDate(wallet: Wallet, at: number): number {
  return Math.max(...wallet.entries.slice(0, at + 1).map((entry) => entry.dateCreatedAtMs));
}

export function movementOf(entry: Entry, convention: Convention): bigint {
  const debits = BigInt(entry.debit) - BigInt(entry.credit);
  return convention === "asset" ? debits : -debits;
}

/** actual − expected balance at k; k > 0. */
export function differenceAt(wallet: Wallet, k: number, convention: Convention): bigint {
  const entry = wallet.entries[k]!;
  const before = wallet.entries[k - 1]!;
  return BigInt(entry.balance) - BigInt(before.balance) - movementOf(entry, convention);
}

/** What the oldest entry says the balance was before it. */
export function impliedOpening(wallet: Wallet, convention: Convention): bigint {
  const oldest = wallet.entries[0]!;
  return BigInt(oldest.balance) - movementOf(oldest, convention);
}

/** Whether a link can be checked: pulls have seen all that lies between its entries. */
export type Seen = (older: Entry, newer: Entry) => boolean;

export function linksOf(wallets: readonly Wallet[], seen: Seen): { wallet: Wallet; k: number }[] {
  return wallets.flatMap((wallet) =>
    wallet.entries.flatMap((entry, k) =>
      k > 0 && seen(wallet.entries[k - 1]!, entry) ? [{ wallet, k }] : [],
    ),
  );
}

export function breaksOf(wallets: readonly Wallet[], seen: Seen, convention: Convention): number {
  return linksOf(wallets, seen).filter(({ wallet, k }) => differenceAt(wallet, k, convention) !== 0n).length;
}

export interface ConventionChoice {
  readonly used: Convention;
  readonly source: "given" | "detected" | "default";
  readonly links: number;
  readonly breaks: { readonly asset: number; readonly bank: number };
}

export function chooseConvention(
  wallets: readonly Wallet[],
  seen: Seen,
  option: Convention | "auto",
): ConventionChoice {
  const links = linksOf(wallets, seen).length;
  const breaks = { asset: breaksOf(wallets, seen, "asset"), bank: breaksOf(wallets, seen, "bank") };
  const evidence = { links, breaks };
  if (option !== "auto") return { used: option, source: "given", ...evidence };
  if (breaks.asset !== breaks.bank) {
    return { used: breaks.asset < breaks.bank ? "asset" : "bank", source: "detected", ...evidence };
  }
  const zeros = (convention: Convention) =>
    wallets.filter((wallet) => impliedOpening(wallet, convention) === 0n).length;
  if (zeros("asset") !== zeros("bank")) {
    return { used: zeros("asset") > zeros("bank") ? "asset" : "bank", source: "detected", ...evidence };
  }
  return { used: "asset", source: "default", ...evidence };
}
