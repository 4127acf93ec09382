/** Records in several currencies: wallets of known and unknown ones, and payments that state the same, another, or none. */
import type { Business } from "../../../src/core/records/business.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Records } from "../columns.ts";
import type { MatchedRecords } from "../../../src/core/reconcile/input/input.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { Chance } from "../../core/oracle/cases/chance.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../records.ts";

export interface CurrencyWorld {
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
  readonly businesses: readonly Business[];
  readonly matches: readonly MatchedRecords[];
}

/** The records of a world, for a check or a report. */
export function recordsOf({ matches, ...records }: CurrencyWorld): Partial<Records> {
  return { ...records, user: null, human: { matches } };
}

/** Of user n; its business is 70 + n. */
export function businessOf(userID: number, currency: string): Business {
  return { name: `Business ${userID}`, userID, businessID: 70 + userID, currency };
}

/** A wallet's entries under `asset`, the balances with breaks where asked for. */
interface Line {
  readonly userID: number;
  readonly movement: number;
  readonly payref: string;
  readonly off: number;
}

function entriesOf(lines: readonly Line[]): Entry[] {
  const balances = new Map<number, number>();
  return lines.map(({ userID, movement, payref, off }, at) => {
    const balance = (balances.get(userID) ?? 0) + movement + off;
    balances.set(userID, balance);
    return entry(at + 1, {
      userID,
      businessID: 70 + userID,
      debit: Math.max(movement, 0),
      credit: Math.max(-movement, 0),
      balance,
      payref,
      action: payref === "" ? "Withdrawal" : "API",
      dateCreatedAtMs: OCTOBER_MS + (at - 8) * 30 * HOUR_MS,
    });
  });
}

/** A world of up to three wallets with entries, from September into October. */
export function currencyWorld(seed: number): CurrencyWorld {
  const chance = new Chance(seed);
  const users = [1, 2, 3].slice(0, 1 + chance.below(3));
  const currencies = new Map(users.map((userID) => [userID, chance.of("NGN", "NGN", "GHS", "USD", null)]));
  const businesses = [...currencies].flatMap(([userID, currency]) =>
    currency === null ? [] : [businessOf(userID, currency)],
  );
  const transactions = Array.from({ length: 10 }, (_, at) => {
    const userID = chance.once(9) ? 4 : chance.of(...users);
    const own = currencies.get(userID) ?? "NGN";
    const currency = chance.once(4) ? chance.of("NGN", "GHS", null) : own;
    const paidAtMs = OCTOBER_MS + (chance.below(40) - 15) * 24 * HOUR_MS;
    return sale(at + 1, 100 + chance.below(900), {
      userID,
      businessID: 70 + userID,
      currency,
      datePaidAtMs: chance.once(6) ? null : paidAtMs,
      dateCreatedAtMs: OCTOBER_MS - 40 * 24 * HOUR_MS,
    });
  });
  const lines = Array.from({ length: 4 + chance.below(12) }, (_, at): Line => {
    const userID = chance.of(...users);
    const off = at > 5 && chance.once(6) ? chance.below(20) - 10 : 0;
    const free = 5 - chance.below(300);
    if (chance.once(4)) return { userID, movement: free, payref: "", off };
    if (chance.once(5)) return { userID, movement: 40 + at, payref: `LOST-${at}`, off };
    const paid = chance.of(...transactions);
    const isElsewhere = chance.once(4);
    const movement = chance.once(5) ? paid.chargedamount - 3 : paid.chargedamount;
    const home = users.includes(paid.userID) && !isElsewhere ? paid.userID : userID;
    return { userID: home, movement, payref: paid.payref, off };
  });
  // A wallet opens at zero: its first entry breaks nothing.
  const seen = new Set<number>();
  const entries = entriesOf(
    lines.map((line) => {
      const isFirst = !seen.has(line.userID);
      seen.add(line.userID);
      return isFirst ? { ...line, off: 0 } : line;
    }),
  );
  return { entries, transactions, businesses, matches: matchesIn(chance, entries, transactions) };
}

/** Up to two matches of lost entries with one or two payments each. */
function matchesIn(
  chance: Chance,
  entries: readonly Entry[],
  transactions: readonly Transaction[],
): MatchedRecords[] {
  const lost = chance.shuffled(entries.filter(({ payref }) => payref.startsWith("LOST")));
  const free = chance.shuffled(transactions);
  return lost.slice(0, chance.below(3)).map(({ walletID }, at) => {
    const payIDs = free.splice(0, 1 + chance.below(2)).map(({ payID }) => payID);
    return { id: at + 1, walletIDs: [walletID], payIDs: payIDs.toSorted((a, b) => a - b) };
  });
}

/** One ledger to look at: naira, cedis, a payment in dollars that no wallet is in, and a wallet whose currency nobody names. */
export function threeCurrencies(): CurrencyWorld {
  const paid = (payID: number, amount: number, userID: number, currency: string | null, day: number) =>
    sale(payID, amount, {
      userID,
      businessID: 70 + userID,
      currency,
      datePaidAtMs: OCTOBER_MS + day * 24 * HOUR_MS,
      dateCreatedAtMs: OCTOBER_MS - 30 * 24 * HOUR_MS,
    });
  const line = (userID: number, movement: number, payref: string, off = 0): Line => {
    return { userID, movement, payref, off };
  };
  return {
    entries: entriesOf([
      line(1, 120_000, "PAY-1"),
      line(2, 4_500, "PAY-2"),
      line(3, 700, "PAY-3"),
      line(1, -20_000, ""),
      line(2, -300, ""),
      line(1, 55_000, "PAY-4"),
      line(1, 8_000, "PAY-5"),
      line(2, 2_450, "PAY-6"),
      line(1, 640, "LOST-1"),
      line(2, 95, "LOST-2"),
      line(2, 1_000, "PAY-7", -30),
      line(3, 250, "PAY-8"),
      line(1, 3_000, "PAY-9", 70),
      line(2, 333, "PAY-10"),
    ]),
    transactions: [
      paid(1, 120_000, 1, "NGN", -12),
      paid(2, 4_500, 2, "GHS", -9),
      paid(3, 700, 3, "EUR", -8),
      paid(4, 55_000, 1, "NGN", -3),
      paid(5, 8_100, 1, "NGN", -2),
      paid(6, 2_500, 2, "GHS", -1),
      paid(7, 1_000, 2, null, 2),
      paid(8, 250, 3, "EUR", 4),
      paid(9, 3_000, 1, "NGN", 5),
      // A payment in naira whose entry went to the wallet in cedis.
      paid(10, 333, 1, "NGN", 6),
      paid(11, 7_777, 1, "NGN", -20),
      paid(12, 640, 2, "GHS", 8),
      // Of a user who has no wallet.
      paid(13, 99, 4, "USD", 9),
      paid(14, 640, 1, "NGN", 1),
    ],
    businesses: [businessOf(1, "NGN"), businessOf(2, "GHS")],
    matches: [{ id: 1, walletIDs: [9], payIDs: [14] }],
  };
}

/** A user's wallet in naira, into which 600 dollars of his business 7 came as the amount given; more records where given. */
export function dollarsInNaira(
  came: number,
  more: Partial<Pick<CurrencyWorld, "entries" | "transactions">> = {},
): Pick<Records, "entries" | "transactions"> & Pick<CurrencyWorld, "businesses"> {
  const own = wallet([1000, came, 500], (at) => ({
    payref: `PAY-${at + 1}`,
    businessID: at === 1 ? 7 : 8,
  }));
  const paid = [
    sale(1, 1000, { businessID: 8 }),
    sale(2, 600, { currency: "USD" }),
    sale(3, 500, { businessID: 8 }),
  ];
  return {
    entries: [...own, ...(more.entries ?? [])],
    transactions: [...paid, ...(more.transactions ?? [])],
    businesses: [
      { name: "Dollars", userID: 1, businessID: 7, currency: "USD" },
      { name: "Naira", userID: 1, businessID: 8, currency: "NGN" },
      businessOf(2, "GHS"),
    ],
  };
}
