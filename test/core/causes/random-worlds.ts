/** Small ledgers with many faults of few amounts, so that sums match by chance and choices tie. */
import type { Entry } from "../../../src/core/entry.ts";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/transaction.ts";
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

export function randomWorld(seed: number): RandomWorld {
  const chance = new Chance(seed);
  const spread = chance.of(1, DAYS.length, DAYS.length);
  const time = () => OCTOBER_MS + DAYS[chance.below(spread)]! * DAY_MS + chance.of(0, 0, 1000);
  const transactions = Array.from({ length: chance.below(9) }, (_, at) => payment(chance, at + 1, time()));
  const entries: Entry[] = [];
  const balances = new Map<string, number>();
  const chainScope = chance.of<CheckOptions["chainScope"]>("user", "user", "business");
  for (let walletID = 1; walletID <= 2 + chance.below(9); walletID += 1) {
    const userID = chance.once(6) ? 2 : 1;
    const businessID = chance.once(6) ? 8 : 7;
    const movement = chance.of(10, 20, 30, 40, 50, 60, -10, -20);
    const wallet = chainScope === "user" ? `${userID}` : `${userID} ${businessID}`;
    const before = balances.get(wallet);
    const balance = (before ?? 1000) + movement + (before === undefined ? 0 : slip(chance, movement));
    balances.set(wallet, balance);
    entries.push(
      entry(walletID, {
        userID,
        businessID,
        debit: Math.max(movement, 0),
        credit: Math.max(-movement, 0),
        balance,
        payref: payref(chance),
        dateCreatedAtMs: time(),
      }),
    );
  }
  const period = chance.once(3) ? monthOf(chance.of("2026-10", "2026-11", "2027-01")) : null;
  const tolerance = chance.of(0, 0, 10);
  const options = { ...DEFAULT_OPTIONS, convention: "asset" as const, cutoffDays: 0, chainScope, tolerance };
  return { entries, transactions, options, period };
}

function monthOf(month: string): Period {
  const { from, to } = monthDays(month)!;
  return periodOf(from, to, new ZoneClock("UTC"));
}

function slip(chance: Chance, movement: number): number {
  if (chance.once(2)) return 0;
  return chance.of(-movement, -movement, movement, -2 * movement, 10, -10, 20, -20, 30, 40, 60, 100);
}

function payref(chance: Chance): string {
  const payID = 1 + chance.below(8);
  return chance.of("", "", `PAY-${payID}`, `PAY-${payID} `, `PAY-${payID}x`, "LOST");
}

function payment(chance: Chance, payID: number, atMs: number): Transaction {
  const amount = chance.of(10, 20, 30, 40, 50, 60, 100);
  const owner = { userID: chance.once(6) ? 2 : 1, businessID: chance.once(6) ? 8 : 7 };
  const base = { ...owner, datePaidAtMs: atMs, dateCreatedAtMs: OCTOBER_MS };
  if (!chance.once(6))
    return sale(payID, amount, { ...base, traderStatus: chance.of("seller", "seller", "buyer") });
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
  return sale(payID, amount, { ...owner, ...dates, cycle: "crowd-pay", detail });
}
