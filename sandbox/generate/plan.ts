/** Which faults a plan plants, how often and in which months. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import { startOfMonth } from "./caller.ts";
import { type Payment, chargedWithFees } from "./transaction.ts";
import type { WorldTransaction, WorldPlan } from "../world.ts";
import { type FaultRecipe, planted, wrongEntry, wrongPayment } from "./fault.ts";
import type { Site, DatedFinding } from "./site.ts";
import { CHAIN_FAULTS, ENTRY_CHANGES, TRANSACTION_CHANGES } from "./chain.ts";
import { PAYREF_FAULTS, TRANSACTION_FAULTS } from "./transactions.ts";
import { TieoutError } from "../../src/core/errors.ts";
import type { Random } from "./trader.ts";

// Faults in what a payment brought to the wallet, and payments that should have brought nothing.

function marked(
  payment: Payment,
  marks: Partial<Pick<WorldTransaction, "is_deleted" | "is_flagged">>,
): Payment {
  return Object.assign(payment, { alter: (record: WorldTransaction) => ({ ...record, ...marks }) });
}

/** A payment off by a quarter: more than its fees, so that no settlement basis explains it. */
function offByAQuarter(word: string, sign: 1 | -1, kind: "over" | "under"): FaultRecipe {
  return planted(word, { times: 3 }, (site) => {
    const { payment, due } = site.anySale();
    const difference = sign * Math.floor(due / 4);
    const posting = site.post(payment, due + difference);
    return {
      steps: [site.step(posting)],
      tell: () =>
        `walletID ${posting.walletID} brings ${due + difference} for payID ${payment.payID} instead of ${due}`,
      findings: () => [site.onPayment(payment, "amount-mismatch", "error", { kind, difference })],
    };
  });
}

const AMOUNT_FAULTS: readonly FaultRecipe[] = [
  offByAQuarter("amount-over", 1, "over"),
  offByAQuarter("amount-under", -1, "under"),
  planted("wrong-direction", {}, (site) => {
    const payment = site.purchase();
    const payable = chargedWithFees(payment);
    const posting = site.post(payment, payable);
    return {
      steps: [site.step(posting)],
      tell: () =>
        `walletID ${posting.walletID} brings in ${payable} that payID ${payment.payID} should have taken out`,
      findings: () => [
        site.onPayment(payment, "amount-mismatch", "error", { kind: "direction", difference: 2 * payable }),
      ],
    };
  }),
  planted("reversed", { times: 2, entries: 2 }, (site) => {
    const { payment, due } = site.anySale();
    const entered = site.post(payment, due);
    const back = site.post(payment, 0 - due);
    return {
      steps: [site.step(entered), { atMs: site.atMs + 3 * HOUR_MS, postings: [back] }],
      tell: () =>
        `payID ${payment.payID} is entered as walletID ${entered.walletID} and reversed as ${back.walletID}`,
      findings: () => [site.onPayment(payment, "reversed", "error", { difference: 0 - due })],
    };
  }),
  planted("reversed-deleted", { entries: 2 }, (site) => {
    const payment = marked(site.sale(), { is_deleted: 1 });
    const entered = site.post(payment, payment.charged);
    const back = site.post(payment, 0 - payment.charged);
    return {
      steps: [site.step(entered), { atMs: site.atMs + 3 * HOUR_MS, postings: [back] }],
      tell: () => `payID ${payment.payID} is deleted; its entry was reversed as walletID ${back.walletID}`,
      findings: () => [
        site.onPayment(payment, "settled-deleted", "info"),
        site.onPayment(payment, "reversed", "info", { difference: 0 - payment.charged }),
      ],
    };
  }),
  wrongPayment("settled-deleted", "error", {}, (site) => ({
    payment: marked(site.sale(), { is_deleted: 1 }),
    told: "is deleted, yet it reached the wallet",
  })),
  wrongPayment("settled-flagged", "warning", {}, (site) => ({
    payment: marked(site.sale(), { is_flagged: 1 }),
    told: "is flagged, yet it reached the wallet",
  })),
];

// Histories that do not reach back to the wallet's start, as when the service caps them. Only separate plans
// have them.

/** Lets the wallet open above zero, once; a second fault that needs it finds it done. */
function openAboveZero(site: Site): () => DatedFinding[] {
  const { wallet } = site.books;
  const account = wallet.accountOf();
  if (account.balance !== 0) return () => [];
  const opening = site.amount();
  account.balance = opening;
  return () => {
    const walletID = wallet.entries[0]?.walletID ?? 0;
    return [site.onEntry({ walletID, payment: null }, "opening-balance", "warning", { difference: opening })];
  };
}

const CAPPED_FAULTS: readonly FaultRecipe[] = [
  planted("opening-balance", { times: 0, entries: 0, when: "first" }, (site) => {
    const opened = openAboveZero(site);
    return {
      tell: () => "The wallet opens above zero",
      findings: opened,
    };
  }),
  planted("before-history", { times: 0, entries: 0, when: "first" }, (site) => {
    const opened = openAboveZero(site);
    const paidAtMs = startOfMonth(site.month) - 3 * DAY_MS;
    const payment = site.sale({ createdAtMs: paidAtMs - DAY_MS, paidAtMs });
    return {
      tell: () => `payID ${payment.payID} was paid before the oldest entry`,
      findings: () => [
        ...opened(),
        { ...site.onPayment(payment, "before-history", "info"), month: site.month - 1 },
      ],
    };
  }),
];

// Faults of dates that cannot be.

/** As far as a year that was mistyped lies off. */
const A_YEAR_MS = 365 * DAY_MS;

const DATE_FAULTS: readonly FaultRecipe[] = [
  planted("date-ahead", { times: 0, timesInAll: 1, entries: 3 }, (site) => {
    // Two entries after it show by their dates that its own cannot be.
    const ahead = site.cash(site.amount(), { datedAtMs: site.atMs + A_YEAR_MS });
    return {
      steps: [site.step(ahead, site.cash(), site.cash())],
      tell: () => `walletID ${ahead.walletID} is dated a year after it was written`,
      findings: () => [site.onEntry(ahead, "date-ahead", "error")],
    };
  }),
];

// Faults of single entries with the right amounts.

const ENTRY_FAULTS: readonly FaultRecipe[] = [
  wrongEntry("both-sides", "warning", {}, (site) => {
    const extra = site.amount();
    const posted = site.cash(site.amount(), {
      alter: (entry) => ({
        ...entry,
        credit_balance: entry.credit_balance + extra,
        debit_balance: entry.debit_balance + extra,
      }),
    });
    return { posted, told: () => "fills both credit and debit" };
  }),
  wrongEntry("no-movement", "warning", {}, (site) => ({ posted: site.cash(0), told: () => "moves nothing" })),
  wrongEntry("negative-amount", "error", {}, (site) => {
    // The same movement, written as less than nothing on the other side.
    const posted = site.cash(site.amount(), {
      alter: (entry) => ({
        ...entry,
        credit_balance: 0 - entry.debit_balance,
        debit_balance: 0 - entry.credit_balance,
      }),
    });
    return { posted, told: () => "has an amount below zero" };
  }),
  planted("out-of-order", { entries: 2 }, (site) => {
    const before = site.cash();
    const late = site.cash(site.amount(), { datedAtMs: site.atMs - HOUR_MS });
    return {
      steps: [site.step(before, late)],
      tell: () => `walletID ${late.walletID} is dated an hour before walletID ${before.walletID}`,
      findings: () => [site.onEntry(late, "out-of-order", "warning")],
    };
  }),
  wrongEntry("repeated-entry", "info", { entries: 2 }, (site) => ({
    posted: site.cash(site.amount(), { copy: (entry) => ({ ...entry }) }),
    told: () => "is listed twice, alike",
  })),
  wrongEntry("conflicting-entry", "error", { entries: 2 }, (site) => ({
    posted: site.cash(site.amount(), {
      copy: (entry) => ({ ...entry, description: `${entry.description} (corrected)` }),
    }),
    told: () => "is listed twice, with different descriptions",
  })),
];

// All faults by name.

/** What a recipe does not say. */
const USUAL = { times: 1, entries: 1, when: "history" } as const;

/** A recipe that says all of itself. */
type KnownFault = Required<FaultRecipe>;

export const FAULTS: readonly KnownFault[] = [
  ...CHAIN_FAULTS,
  ...ENTRY_FAULTS,
  ...PAYREF_FAULTS,
  ...AMOUNT_FAULTS,
  ...TRANSACTION_FAULTS,
  ...ENTRY_CHANGES,
  ...TRANSACTION_CHANGES,
  ...CAPPED_FAULTS,
  ...DATE_FAULTS,
].map((recipe) => ({ ...USUAL, timesInAll: recipe.times ?? USUAL.times, ...recipe }));

export interface PlannedFault {
  readonly fault: KnownFault;
  /** Counts the faults of one word, from 0. */
  readonly turn: number;
}

/** A wallet too short to show which way it is read has no faults before its start. */
const FEWEST_FOR_FIRST = 3;

/** How often each fault is planted. @throws TieoutError USAGE for an unknown word, or no count from 0 */
function timesOf(plan: WorldPlan["faults"]): ReadonlyMap<KnownFault, number> {
  if (plan === "none" || plan === "races") return new Map();
  if (plan === "default") return new Map(FAULTS.map((fault) => [fault, fault.times]));
  if (plan === "all") return new Map(FAULTS.map((fault) => [fault, fault.timesInAll]));
  const times = new Map<KnownFault, number>();
  for (const [word, count] of Object.entries(plan)) {
    const fault = FAULTS.find((one) => one.word === word);
    if (fault === undefined) {
      const words = FAULTS.map((one) => one.word).toSorted();
      throw new TieoutError("USAGE", `There is no fault "${word}". The faults are ${words.join(", ")}`);
    }
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new TieoutError("USAGE", `${word} must be planted a whole number of times, not ${count}`);
    }
    times.set(fault, count);
  }
  return times;
}

/**
 * Chooses what fits: one of each first, then a second of each and so on, as long as at least half of the
 * entries stay honest.
 *
 * @param entries rows of the wallet history that there are
 * @param whens which faults are asked for
 * @throws TieoutError USAGE as `timesOf` says
 */
export function planFaults(
  plan: WorldPlan["faults"],
  entries: number,
  whens: readonly KnownFault["when"][],
): PlannedFault[] {
  const times = [...timesOf(plan)].filter(([{ when }]) => whens.includes(when));
  const most = times.reduce((highest, [, count]) => Math.max(highest, count), 0);
  const planned: PlannedFault[] = [];
  let left = Math.floor(entries / 2);
  for (let turn = 0; turn < most; turn += 1) {
    for (const [fault, count] of times) {
      const fits = fault.entries <= left && (fault.when !== "first" || entries >= FEWEST_FOR_FIRST);
      if (turn >= count || !fits) continue;
      planned.push({ fault, turn });
      left -= fault.entries;
    }
  }
  return planned;
}

/** The month a fault is planted in, counted from the world's first: mostly the last, at times one before. */
export function plantedMonth({ fault, turn }: PlannedFault, lastMonth: number, random: Random): number {
  if (fault.when === "first") return 0;
  const early = fault.when === "history" && turn % 3 === 1;
  return early ? lastMonth - 1 - random.below(9) : lastMonth;
}
