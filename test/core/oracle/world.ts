/** Everything the oracle's rules look at: the records as at the period's end, tied together. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { type Dated, datesOf } from "./dates/ahead.ts";
import { dayOf } from "./dates/days.ts";
import { type Hand, handsOf } from "./manual-matches.ts";
import { type Known, entriesOf, seenApart, transactionsOf } from "./pulls.ts";
import type { OracleCase } from "./terms.ts";
import {
  type ConventionChoice,
  type Wallet,
  chooseConvention,
  impliedOpening,
  movementOf,
  periodDate,
  walletsOf,
} from "./wallets.ts";

export interface World {
  readonly given: OracleCase;
  readonly knownEntries: readonly Known<Entry>[];
  readonly knownTransactions: readonly Known<Transaction>[];
  /** Everywhere below a record has the dates that count. */
  readonly dated: Dated;
  /** Every wallet, later entries too. */
  readonly fullWallets: readonly Wallet[];
  /** Wallets as at the period's end under either scope. */
  readonly walletsPer: { readonly user: readonly Wallet[]; readonly business: readonly Wallet[] };
  /** Those under the scope in use: as at the period's end; those without an entry then are not among them. */
  readonly wallets: readonly Wallet[];
  /** The entries of `wallets`, ascending walletID. */
  readonly entries: readonly Entry[];
  /** Live transactions, ascending payID. */
  readonly transactions: readonly Transaction[];
  readonly convention: ConventionChoice;
  readonly periodDates: ReadonlyMap<Entry, number>;
  /** The transaction each payref is matched with. */
  readonly matched: ReadonlyMap<string, Transaction>;
  readonly hands: readonly Hand[];
}

export function worldOf(given: OracleCase): World {
  const knownEntries = entriesOf(given.pulls);
  const knownTransactions = transactionsOf(given.pulls);
  const dated = datesOf(given, knownEntries, knownTransactions);
  const liveEntries = [...dated.entries.values()];
  const transactions = [...dated.transactions.values()];
  const isGood = (one: Transaction) => isPaid({ given, dated }, one) && one.isDeleted !== 1;
  const fullWallets = walletsOf(liveEntries, given.options.chainScope);
  const walletsPer = {
    user: asAtEnd(given, walletsOf(liveEntries, "user")),
    business: asAtEnd(given, walletsOf(liveEntries, "business")),
  };
  const wallets = walletsPer[given.options.chainScope];
  const entries = wallets.flatMap((one) => one.entries).toSorted((a, b) => a.walletID - b.walletID);
  return {
    given,
    knownEntries,
    knownTransactions,
    dated,
    fullWallets,
    walletsPer,
    wallets,
    entries,
    transactions,
    convention: chooseConvention(wallets, seenIn(given), given.options.convention),
    periodDates: new Map(
      fullWallets.flatMap((one) => one.entries.map((entry, at) => [entry, periodDate(one, at)])),
    ),
    matched: matchPayrefs(transactions, isGood),
    hands: handsOf(given, entries, transactions, isGood),
  };
}

/** Whether the pulls have seen all that lies between two entries. */
export function seenIn({ pulls }: OracleCase): (older: Entry, newer: Entry) => boolean {
  return (older, newer) => !seenApart(pulls, older.walletID, newer.walletID);
}

/** Wallets without later entries; those that have no others are left out. */
function asAtEnd(given: OracleCase, wallets: readonly Wallet[]): Wallet[] {
  return wallets
    .map((one) => ({ ...one, entries: one.entries.filter((_, at) => !isLater(given, periodDate(one, at))) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Whether an instant lies after the period's last day, so that what happened then does not exist for the check. */
export function isLater({ period, options }: OracleCase, atMs: number): boolean {
  return period !== null && dayOf(atMs, options.timeZone) > period.to;
}

export function isInPeriod({ period, options }: OracleCase, atMs: number): boolean {
  if (period === null) return true;
  const day = dayOf(atMs, options.timeZone);
  return period.from <= day && day <= period.to;
}

/** The lowest payID among those paid and not deleted, else the lowest. */
function matchPayrefs(
  transactions: readonly Transaction[],
  isGood: (one: Transaction) => boolean,
): Map<string, Transaction> {
  const matched = new Map<string, Transaction>();
  for (const { payref } of transactions) {
    const same = transactions.filter((one) => one.payref === payref);
    matched.set(payref, same.find(isGood) ?? same[0]!);
  }
  return matched;
}

/** datePaid, unless the payment came after the period's end. */
export function paidAt(given: OracleCase, { datePaidAtMs }: Transaction): number | null {
  return datePaidAtMs !== null && !isLater(given, datePaidAtMs) ? datePaidAtMs : null;
}

export function isPaid({ given, dated }: Pick<World, "given" | "dated">, one: Transaction): boolean {
  return (
    paidAt(given, one) !== null ||
    dated.paidUndated.has(one.payID) ||
    (one.detail.cycle === "crowd-pay" && one.detail.currentRaised > 0)
  );
}

/** The match that ties a transaction. */
export function handOf({ hands }: World, one: Transaction): Hand | undefined {
  return hands.find(({ transactions }) => transactions.includes(one));
}

/**
 * The transaction an entry is tied to: by a match the one that stands for all of it, also where its payref is one's of the match;
 * undefined for an orphan, and without a payref.
 */
export function transactionOf(world: World, entry: Entry): Transaction | undefined {
  const own = world.hands.find(({ entries }) => entries.includes(entry));
  if (own !== undefined) return own.lead;
  const one = entry.payref === "" ? undefined : world.matched.get(entry.payref);
  return one === undefined ? undefined : (handOf(world, one)?.lead ?? one);
}

/** The entries tied to a transaction, of one that is matched with others those of all, ascending walletID. */
export function entriesTiedTo(world: World, transaction: Transaction): Entry[] {
  const lead = handOf(world, transaction)?.lead ?? transaction;
  return world.entries.filter((entry) => transactionOf(world, entry) === lead);
}

/** Whether it is the one that entries are held against: of its payref, or of its match. */
export function standsForItsTie(world: World, one: Transaction): boolean {
  return (handOf(world, one)?.lead ?? world.matched.get(one.payref)) === one;
}

/** Whether it is judged together with others. */
export function isOneOfSeveral(world: World, one: Transaction): boolean {
  return (handOf(world, one)?.transactions.length ?? 1) > 1;
}

export function netOf(world: World, entries: readonly Entry[]): bigint {
  return entries.reduce((sum, entry) => sum + movementOf(entry, world.convention.used), 0n);
}

/** The oldest entry's dateCreated of a transaction's chain, where that does not start at zero. */
export function historyStart(world: World, { userID, businessID }: Transaction): number | undefined {
  const wallet = world.wallets.find(
    (one) => one.userID === userID && (one.businessID === null || one.businessID === businessID),
  );
  if (wallet === undefined || impliedOpening(wallet, world.convention.used) === 0n) return undefined;
  return wallet.entries[0]!.dateCreatedAtMs;
}
