/** The proof of each currency, held against sums that are worked out from the records alone, and with no column or formula of ours. */
import { expect, it } from "vitest";
import { type MonthProof, monthReportOf } from "../../../src/core/report/month-report.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import {
  type CurrencyWorld,
  currencyWorld,
  recordsOf,
  threeCurrencies,
} from "../../helpers/ledgers/currency-world.ts";
import { reportInput } from "../../helpers/workbook/report.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** Worlds of several currencies that are looked at. */
const SEEDS = timesOf(150, 600);

const OPTIONS = { convention: "asset", settlementBasis: "charged" } as const;

function reportOf(world: CurrencyWorld, month?: string): MonthProof {
  const records = recordsOf(world);
  return monthReportOf(reportInput({ records, options: OPTIONS, ...(month === undefined ? {} : { month }) }));
}

/** What one currency's proof has to say; amounts as they are added in it. */
class Sums {
  opening = 0n;
  inflow = 0n;
  outflow = 0n;
  breaks = 0n;
  closing = 0n;
  expected = 0n;
  differences = 0n;
  notJudged = 0n;
  unlike = 0n;
  orphans = 0n;
  noPayref = 0n;
  due = 0n;
}

type Name = keyof Sums;

/** What the lines of a proof are called here; those that say the same are the same amount. */
const TEXTS: Readonly<Record<string, Name>> = {
  "Opening, as the wallet states it": "opening",
  "+ inflows": "inflow",
  "− outflows": "outflow",
  "+ break differences": "breaks",
  "Closing, as the wallet states it": "closing",
  "+ expected of payrefs settled in the period": "expected",
  "+ settled over or short of what was expected": "differences",
  "+ settled, amount not judged": "notJudged",
  "+ entries of payments in another currency": "unlike",
  "+ orphan payrefs: no transaction has them": "orphans",
  "+ entries without a payref": "noPayref",
  "+ paid, not in the wallet, and in transit by status": "due",
};

/** Transactions that are judged as one: those of a match, or one alone; and the entries that are tied to them. */
interface Group {
  readonly transactions: readonly Transaction[];
  readonly entries: CurrencyWorld["entries"];
}

function groupsOf({ entries, transactions, matches }: CurrencyWorld): Group[] {
  const matched = new Set(matches.flatMap(({ payIDs }) => payIDs));
  const byHand = matches.map(({ payIDs, walletIDs }) => {
    const of = transactions.filter(({ payID }) => payIDs.includes(payID));
    const payrefs = new Set(of.map(({ payref }) => payref));
    return {
      transactions: of,
      entries: entries.filter((one) => walletIDs.includes(one.walletID) || payrefs.has(one.payref)),
    };
  });
  const alone = transactions
    .filter(({ payID }) => !matched.has(payID))
    .map((one) => ({
      transactions: [one],
      entries: entries.filter(({ payref }) => payref === one.payref),
    }));
  return [...byHand, ...alone];
}

function expectedSums(world: CurrencyWorld): Map<string | null, Sums> {
  const currencyOf = new Map(world.businesses.map(({ userID, currency }) => [userID, currency]));
  const hasWallet = new Set(world.entries.map(({ userID }) => userID));
  const walletCurrency = (userID: number) => currencyOf.get(userID) ?? null;
  const groups = groupsOf(world);
  const isMismatch = ({ userID, currency }: Transaction) =>
    currency !== null && currencyOf.has(userID) && currencyOf.get(userID) !== currency;
  const expectedOf = (group: Group) =>
    group.transactions.some(isMismatch)
      ? null
      : group.transactions
          .filter(({ datePaidAtMs }) => datePaidAtMs !== null)
          .reduce((sum, { chargedamount }) => sum + BigInt(chargedamount), 0n);
  const statedBy = (group: Group) => group.transactions.flatMap(({ currency }) => currency ?? []);
  // What a wallet of unknown currency is used for: it takes what its payments agree on.
  const agreed = (userID: number) => {
    const stated = groups.flatMap((group) => {
      if ((expectedOf(group) ?? 0n) === 0n) return [];
      const isIn = group.entries.some((one) => one.userID === userID);
      const isDue = group.entries.length === 0 && group.transactions[0]?.userID === userID;
      return isIn || isDue ? statedBy(group) : [];
    });
    return new Set(stated).size <= 1;
  };
  const sums = new Map<string | null, Sums>();
  const of = (currency: string | null) => {
    const known = sums.get(currency) ?? new Sums();
    sums.set(currency, known);
    return known;
  };
  const balances = new Map<number, bigint>();
  for (const { userID, debit, credit, balance } of world.entries) {
    const sum = of(walletCurrency(userID));
    const moved = BigInt(debit) - BigInt(credit);
    const before = balances.get(userID) ?? 0n;
    if (moved > 0n) sum.inflow += moved;
    else sum.outflow += moved;
    sum.breaks += BigInt(balance) - before - moved;
    sum.closing += BigInt(balance) - before;
    balances.set(userID, BigInt(balance));
  }
  const tied = new Set(groups.flatMap(({ entries }) => entries));
  for (const one of world.entries) {
    if (tied.has(one)) continue;
    const sum = of(walletCurrency(one.userID));
    sum[one.payref === "" ? "noPayref" : "orphans"] += BigInt(one.debit) - BigInt(one.credit);
  }
  for (const group of groups) {
    const due = expectedOf(group);
    if (group.entries.length === 0) {
      const [one] = group.transactions;
      if (due === null || due === 0n || one === undefined) continue;
      const isTaken = hasWallet.has(one.userID) && walletCurrency(one.userID) === null && agreed(one.userID);
      of(isTaken ? null : (one.currency ?? walletCurrency(one.userID))).due += due;
      continue;
    }
    const lies = new Set(group.entries.map(({ userID }) => walletCurrency(userID)));
    const fits = group.entries.every(({ userID }) => {
      const currency = walletCurrency(userID);
      const stated = statedBy(group);
      if (due === null || due === 0n || stated.length === 0) return true;
      return currency === null ? agreed(userID) : stated.every((one) => one === currency);
    });
    const net = group.entries.reduce((sum, { debit, credit }) => sum + BigInt(debit) - BigInt(credit), 0n);
    if (lies.size > 1 || !fits) {
      for (const { userID, debit, credit } of group.entries)
        of(walletCurrency(userID)).unlike += BigInt(debit) - BigInt(credit);
      continue;
    }
    const sum = of([...lies][0] ?? null);
    if (due === null) sum.notJudged += net;
    else {
      sum.expected += due;
      sum.differences += net - due;
    }
  }
  return sums;
}

function shown(proofs: MonthProof["proofs"]): Map<string | null, Sums> {
  return new Map(
    proofs.map(({ currency, lines }) => {
      const sums = new Sums();
      for (const { text, amount } of lines) {
        const name = TEXTS[text];
        if (name !== undefined) sums[name] = BigInt(amount);
      }
      return [currency, sums];
    }),
  );
}

it("adds up in each currency its own records, whatever payments state, and nothing of another", () => {
  let split = 0;
  let unlike = 0;
  let unknown = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const world = currencyWorld(seed);
    const { proofs } = reportOf(world);
    const expected = expectedSums(world);
    if (proofs.length > 1) split += 1;
    if ([...expected.values()].some((sums) => sums.unlike !== 0n)) unlike += 1;
    if (proofs.length > 1 && proofs.some(({ currency }) => currency === null)) unknown += 1;
    expect(shown(proofs), `seed ${seed}`).toEqual(expected);
  }
  expect(split).toBeGreaterThan(SEEDS / 2);
  expect(unlike).toBeGreaterThan(SEEDS / 5);
  expect(unknown).toBeGreaterThan(SEEDS / 5);
});

it("leaves nothing unexplained in any currency of any month, and rolls its outstanding items forward", () => {
  let split = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { proofs, outstanding } = reportOf(currencyWorld(seed), seed % 2 === 0 ? "2026-09" : "2026-10");
    if (proofs.length > 1) split += 1;
    for (const { lines, unexplained } of proofs) {
      const differences = lines.filter(({ kind }) => kind === "difference").map(({ amount }) => amount);
      expect([...differences, unexplained], `seed ${seed}`).toEqual([0, 0, 0, 0]);
    }
    expect(outstanding.map(({ currency }) => currency)).toEqual(
      proofs.flatMap(({ currency }) => [currency, currency, currency]),
    );
    for (const { broughtForward, added, cleared, reclassified, carriedForward } of outstanding)
      expect(broughtForward + added - cleared + reclassified, `seed ${seed}`).toBe(carriedForward);
  }
  expect(split).toBeGreaterThan(SEEDS / 3);
});

it("lists known currencies in the order of their wallets, then those of payments alone, then the unknown", () => {
  const { proofs, outstandingItems: items } = reportOf(threeCurrencies(), "2026-10");
  expect(proofs.map(({ currency, wallets, unexplained }) => [currency, wallets, unexplained])).toEqual([
    ["NGN", 1, 0],
    ["GHS", 1, 0],
    ["USD", 0, 0],
    [null, 1, 0],
  ]);
  const owed = items.filter(({ carriedForward }) => carriedForward !== 0);
  expect(owed.map(({ payref, currency, carriedForward }) => [payref, currency, carriedForward])).toEqual([
    ["PAY-11", "NGN", 7777],
    ["PAY-12", "GHS", 640],
    ["PAY-13", "USD", 99],
    ["LOST-2", "GHS", -95],
  ]);
});
