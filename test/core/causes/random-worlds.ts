/** Small ledgers with many faults of few amounts, so that sums match by chance and choices tie. */
import type { Entry } from "../../../src/core/records/entry.ts";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { OCTOBER_MS, entry, sale } from "../../helpers/records.ts";
import { Chance } from "../oracle/cases/chance.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RandomWorld {
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
  readonly options: CheckOptions;
  readonly period: Period | null;
}

/** Times in which spans of 31 and 92 days are met, missed and just missed. */
const DAYS = [0, 0, 0.5, 1, 10, 31, 31 + 1 / DAY_MS, 41, 92, 92 + 1 / DAY_MS];

/** What a world has more of than others. */
type Shape = "plain" | "again" | "lump" | "overwritten" | "sequence";

export function randomWorld(seed: number): RandomWorld {
  const chance = new Chance(seed);
  const shape = chance.of<Shape>("plain", "plain", "again", "lump", "overwritten", "sequence");
  const spread = shape === "plain" ? chance.of(1, DAYS.length, DAYS.length) : chance.of(1, 1, 3);
  const time = () => OCTOBER_MS + DAYS[chance.below(spread)]! * DAY_MS + chance.of(0, 0, 1000);
  const count = shape === "lump" ? 5 + chance.below(4) : chance.below(9);
  const transactions = Array.from({ length: count }, (_, at) => payment(chance, at + 1, time(), shape));
  const chainScope = chance.of<CheckOptions["chainScope"]>("user", "user", "business");
  const entries: Entry[] = [];
  const most = shape === "lump" ? 2 : 2 + chance.below(9);
  for (let walletID = 1; walletID <= most; walletID += 1) {
    const { movement, payref } = moved(chance, shape, transactions);
    entries.push(
      entry(walletID, {
        userID: shape === "plain" && chance.once(6) ? 2 : 1,
        businessID: shape === "plain" && chance.once(6) ? 8 : 7,
        debit: Math.max(movement, 0),
        credit: Math.max(-movement, 0),
        payref,
        dateCreatedAtMs: time(),
      }),
    );
  }
  const period = chance.once(3) ? monthOf(chance.of("2026-10", "2026-11", "2027-01")) : null;
  const tolerance = chance.of(0, 0, 10);
  const options = { ...DEFAULT_OPTIONS, convention: "asset" as const, cutoffDays: 0, chainScope, tolerance };
  return { entries: withBalances(chance, shape, chainScope, entries), transactions, options, period };
}

/** The entries of each wallet with the balances that a service would state, in the way of the shape. */
function withBalances(
  chance: Chance,
  shape: Shape,
  scope: CheckOptions["chainScope"],
  entries: readonly Entry[],
): Entry[] {
  const wallets = Map.groupBy(entries, ({ userID, businessID }) =>
    scope === "user" ? `${userID}` : `${userID} ${businessID}`,
  );
  const stated = [...wallets.values()].flatMap((own) =>
    shape === "sequence" ? inAnotherOrder(chance, own) : oneByOne(chance, shape, own),
  );
  return stated.toSorted((a, b) => a.walletID - b.walletID);
}

/** Each from the balance before, or from that of an earlier row. */
function oneByOne(chance: Chance, shape: Shape, own: readonly Entry[]): Entry[] {
  const stated: Entry[] = [];
  for (const one of own) {
    const back = shape === "overwritten" && chance.once(3) ? 2 + chance.below(3) : 1;
    const before = stated.at(-back) ?? stated.at(-1);
    const movement = one.debit - one.credit;
    const off =
      before === undefined || (shape === "overwritten" && !chance.once(6)) ? 0 : slip(chance, movement);
    stated.push({ ...one, balance: (before?.balance ?? 1000) + movement + off });
  }
  return stated;
}

/** Applied in groups, in each of them in any order; some state the balance after a later one. */
function inAnotherOrder(chance: Chance, own: readonly Entry[]): Entry[] {
  let balance = 1000;
  const stated: Entry[] = [];
  for (let from = 0; from < own.length;) {
    const group = own.slice(from, from + 1 + chance.below(4));
    from += group.length;
    const applied = chance.shuffled(group);
    const after = applied.map(({ debit, credit }) => (balance += debit - credit));
    for (const [at, one] of applied.entries()) {
      const read = chance.once(3) ? Math.min(at + 1, after.length - 1) : at;
      stated.push({ ...one, balance: after[read]! + (chance.once(8) ? 10 : 0) });
    }
  }
  return stated;
}

function moved(
  chance: Chance,
  shape: Shape,
  transactions: readonly Transaction[],
): { readonly movement: number; readonly payref: string } {
  const [first] = transactions;
  if (shape === "again" && first !== undefined && !chance.once(4))
    return { movement: first.chargedamount, payref: first.payref };
  if (shape === "lump" && !chance.once(3)) {
    const paid = transactions.slice(chance.below(2), chance.of(5, 6, 9));
    const sum = paid.reduce((total, { chargedamount }) => total + chargedamount, chance.of(0, 0, 10));
    return { movement: sum, payref: "LOST" };
  }
  return { movement: chance.of(10, 20, 30, 40, 50, 60, -10, -20), payref: payrefAmong(chance) };
}

function monthOf(month: string): Period {
  const { from, to } = monthDays(month)!;
  return periodOf(from, to, new ZoneClock("UTC"));
}

function slip(chance: Chance, movement: number): number {
  if (chance.once(2)) return 0;
  return chance.of(-movement, -movement, movement, -2 * movement, 10, -10, 20, -20, 30, 40, 60, 100);
}

function payrefAmong(chance: Chance): string {
  const payID = 1 + chance.below(8);
  return chance.of("", "", `PAY-${payID}`, `PAY-${payID} `, `PAY-${payID}x`, "LOST");
}

function payment(chance: Chance, payID: number, atMs: number, shape: Shape): Transaction {
  const amount = chance.of(10, 20, 30, 40, 50, 60, 100);
  const isOther = shape !== "lump" && chance.once(6);
  const owner = { userID: isOther ? 2 : 1, businessID: isOther ? 8 : 7 };
  const customer = { userID: chance.of(0, 9, 9, 11), name: null, phone: null, extra: null };
  const base = { ...owner, customer, datePaidAtMs: atMs, dateCreatedAtMs: OCTOBER_MS };
  if (!chance.once(6)) {
    const [scrowfee, taxfee] = [chance.of(0, 0, 10), chance.of(0, 0, 0, 20)];
    const fees = { scrowfee, taxfee, payableamount: amount + scrowfee + taxfee };
    const traderStatus = shape === "plain" ? chance.of("seller", "seller", "buyer") : "seller";
    return sale(payID, amount, { ...base, ...fees, traderStatus });
  }
  const detail = {
    cycle: "crowd-pay" as const,
    type: "crowd-pay",
    reference: `PAY-${payID}`,
    purpose: null,
    projectName: null,
    projectGoal: amount,
    currentRaised: amount,
    contributorCount: null,
    projectDescription: null,
    dateCreatedAtMs: null,
    extra: null,
  };
  const dates = { datePaidAtMs: chance.of(null, null, atMs), dateCreatedAtMs: chance.of(null, atMs) };
  return sale(payID, amount, { ...owner, customer, ...dates, cycle: "crowd-pay", detail });
}
