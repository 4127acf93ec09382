/** The kinds of business that a trader does, within a month's entries; the wallet stays above zero. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import type { Books } from "./books.ts";
import { MINUTE_MS, endOfMonth, startOfMonth } from "./caller.ts";
import { type Payment, waiveFees, feesOf, chargedWithFees, splitIntoTasks } from "./transaction.ts";
import { type Posting, type PostingStep, posting } from "./wallet.ts";
import { type Random, DRAW, draw } from "./trader.ts";

// The trade of one month: its times, its random numbers, and how many entries it may still write.

export class MonthTrade {
  readonly books: Books;
  readonly month: number;
  readonly random: Random;
  /** Trade is between these instants, milliseconds UTC, the last hour of the month left free. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly steps: PostingStep[] = [];
  /** Entries that may still be written. */
  left: number;

  constructor(books: Books, month: number, entries: number) {
    this.books = books;
    this.month = month;
    this.random = draw(books.trader, DRAW.month, month);
    this.fromMs = startOfMonth(month) + 2 * HOUR_MS;
    this.toMs = endOfMonth(month) - HOUR_MS;
    this.left = entries;
  }

  /** An instant between two, whole seconds. */
  moment(fromMs: number, toMs: number): number {
    return fromMs + this.random.below(Math.max(1, Math.floor((toMs - fromMs) / 1000))) * 1000;
  }

  /** When a payment is made that still settles this month. */
  momentOfPayment(): number {
    return this.moment(this.fromMs, this.toMs - 10 * MINUTE_MS);
  }

  /** When a payment that is made then was created: up to five days before, in this month. */
  creationOf(paidAtMs: number): number {
    return this.moment(Math.max(this.fromMs, paidAtMs - 5 * DAY_MS), paidAtMs);
  }

  /** When a payment's entry is written: up to two days later, in this month. */
  settlementOf(paidAtMs: number): number {
    return this.moment(paidAtMs + MINUTE_MS, Math.min(paidAtMs + 2 * DAY_MS, this.toMs));
  }

  /** The business a payment is for: the second one now and then, or often where it has a wallet of its own. */
  business(): number {
    const { businessID, secondBusinessID, wallets } = this.books.trader;
    return this.random.chance(wallets === 2 ? 40 : 3) ? secondBusinessID : businessID;
  }

  /** An amount as people ask for it, in the service's unit. */
  price(): number {
    const { random } = this;
    const kind = random.below(10);
    if (kind < 5) return random.between(30, 400) * 50;
    return kind < 9 ? random.between(40, 500) * 500 : random.between(250, 2000) * 1000 + random.below(100);
  }

  /** Writes one entry. */
  post(atMs: number, kind: Posting["kind"], payment: Payment | null, movement: Posting["movement"]): void {
    this.steps.push({ atMs, postings: [this.#posting(kind, payment, movement)] });
    this.left -= 1;
  }

  /** Writes what a sale brings first, and its escrow charge where that is booked. */
  release(atMs: number, payment: Payment, amount = payment.charged): void {
    const { booksFees } = this.books.trader;
    // No more entries than the month has left.
    if (booksFees && this.left === 1) waiveFees(payment);
    const movements = booksFees && payment.escrow > 0 ? [amount, 0 - payment.escrow] : [amount];
    const postings = movements.map((movement) => this.#posting("payment", payment, movement));
    this.steps.push({ atMs, postings });
    this.left -= postings.length;
  }

  #posting(kind: Posting["kind"], payment: Payment | null, movement: Posting["movement"]): Posting {
    const { businessID, wallets } = this.books.trader;
    const isEither = payment === null && wallets === 2;
    return posting(kind, payment, payment?.businessID ?? (isEither ? this.business() : businessID), movement);
  }
}

/** Below this balance nothing is spent: what would have been bought is sold instead. */
const SPENDING_BALANCE = 40_000;

/** Cash is taken out of the balance above this. */
const RESERVE = 100_000;

/** A sale that is paid and settles this month. */
export function sell(trade: MonthTrade): void {
  const paidAtMs = trade.momentOfPayment();
  const payment = trade.books.pay({
    cycle: "one-time",
    role: "seller",
    businessID: trade.business(),
    createdAtMs: trade.creationOf(paidAtMs),
    paidAtMs,
    charged: trade.price(),
  });
  trade.release(trade.settlementOf(paidAtMs), payment);
}

/** A sale or purchase that waits for its payment. Writes no entry. */
export function offer(trade: MonthTrade, createdAtMs: number): void {
  const role = trade.random.chance(85) ? "seller" : "buyer";
  const businessID = trade.business();
  const charged = trade.price();
  const payment = trade.books.pay({
    cycle: "one-time",
    role,
    businessID,
    createdAtMs,
    paidAtMs: null,
    charged,
  });
  if (role === "seller") trade.books.open.push(payment);
}

/** A purchase, all at once or by tasks, paid from the wallet. */
export function buy(trade: MonthTrade): void {
  const paidAtMs = trade.momentOfPayment();
  const charged = trade.price();
  const tasks = trade.random.chance(15) ? splitIntoTasks(charged, trade.random.between(2, 4), paidAtMs) : [];
  const payment = trade.books.pay({
    cycle: tasks.length === 0 ? "one-time" : "milestone",
    role: "buyer",
    businessID: trade.business(),
    createdAtMs: trade.creationOf(paidAtMs),
    paidAtMs,
    charged,
    tasks,
  });
  trade.post(paidAtMs + MINUTE_MS, "payment", payment, (balance) => {
    if (balance < SPENDING_BALANCE) {
      payment.role = "seller";
      // One entry is planned for it.
      if (trade.books.trader.booksFees) waiveFees(payment);
      return payment.charged;
    }
    const affordable = Math.floor(balance / 200) * 50;
    if (payment.charged > affordable) reprice(payment, affordable);
    return 0 - chargedWithFees(payment);
  });
}

function reprice(payment: Payment, charged: number): void {
  payment.charged = charged;
  if (payment.tasks.length > 0) {
    payment.tasks = splitIntoTasks(charged, payment.tasks.length, payment.paidAtMs);
  }
  Object.assign(payment, feesOf(payment.cycle, charged));
}

/** A commission in tasks: some are done and released this month, the others stay open. */
export function commission(trade: MonthTrade): void {
  const { random } = trade;
  const paidAtMs = trade.momentOfPayment();
  const charged = random.between(40, 1600) * 500;
  const payment = trade.books.pay({
    cycle: "milestone",
    role: "seller",
    businessID: trade.business(),
    createdAtMs: trade.creationOf(paidAtMs),
    paidAtMs,
    charged,
    tasks: splitIntoTasks(charged, random.between(2, 5), null),
  });
  completeTasks(trade, payment, paidAtMs, random.below(4));
}

/** Completes up to so many of a commission's tasks after an instant; each releases its amount in minutes. */
export function completeTasks(trade: MonthTrade, payment: Payment, afterMs: number, atMost: number): void {
  let lastMs = afterMs;
  let done = 0;
  for (const task of payment.tasks) {
    if (task.completedAtMs !== null) continue;
    if (done === atMost || trade.left === 0) break;
    lastMs = trade.moment(lastMs, Math.min(lastMs + 9 * DAY_MS, trade.toMs - 5 * MINUTE_MS));
    const isFirst = payment.tasks.every(({ completedAtMs }) => completedAtMs === null);
    task.completedAtMs = lastMs;
    const atMs = lastMs + trade.random.between(20, 240) * 1000;
    // The charge is taken once, off the first.
    if (isFirst) trade.release(atMs, payment, task.amount);
    else trade.post(atMs, "payment", payment, task.amount);
    done += 1;
  }
  if (payment.tasks.some(({ completedAtMs }) => completedAtMs === null)) trade.books.open.push(payment);
}

/** A collection for a project: contributions come one by one, all of them this month. */
export function raiseFunds(trade: MonthTrade): void {
  const { random } = trade;
  const createdAtMs = trade.momentOfPayment();
  const contributors = Math.min(trade.left, random.below(10));
  const amounts = Array.from({ length: contributors }, () => random.between(10, 400) * 100);
  const times = amounts
    .map(() => trade.moment(createdAtMs + MINUTE_MS, trade.toMs))
    .toSorted((a, b) => a - b);
  const payment = trade.books.pay({
    cycle: "crowd-pay",
    role: "seller",
    businessID: trade.business(),
    createdAtMs,
    paidAtMs: random.chance(40) ? (times.at(-1) ?? null) : null,
    charged: random.between(40, 1000) * 5000,
    raised: amounts.reduce((sum, amount) => sum + amount, 0),
    contributors,
  });
  amounts.forEach((amount, at) => trade.post(times[at] ?? createdAtMs, "payment", payment, amount));
}

/** A contribution to another's project. */
export function contribute(trade: MonthTrade): void {
  const { random } = trade;
  const paidAtMs = trade.momentOfPayment();
  const amount = random.between(10, 90) * 100;
  const payment = trade.books.pay({
    cycle: "crowd-pay",
    role: "buyer",
    businessID: trade.business(),
    createdAtMs: trade.creationOf(paidAtMs),
    paidAtMs,
    charged: random.between(40, 1000) * 5000,
    raised: amount * random.between(2, 30),
    contributors: random.between(2, 40),
  });
  trade.post(paidAtMs + MINUTE_MS, "payment", payment, (balance) => {
    if (balance >= SPENDING_BALANCE) return 0 - amount;
    Object.assign(payment, { role: "seller", raised: amount, contributors: 1 });
    return amount;
  });
}

/** Cash taken out to the bank, or brought in where there is little. */
export function withdraw(trade: MonthTrade): void {
  const { random } = trade;
  const percent = random.between(20, 90);
  const broughtIn = random.between(50, 600) * 1000;
  trade.post(trade.momentOfPayment(), "cash", null, (balance) =>
    balance < 2 * RESERVE ? broughtIn : 0 - Math.floor(((balance - RESERVE) * percent) / 10_000) * 100,
  );
}

export function topUp(trade: MonthTrade): void {
  trade.post(trade.momentOfPayment(), "cash", null, trade.random.between(20, 400) * 500);
}

export function earnBonus(trade: MonthTrade): void {
  trade.post(trade.momentOfPayment(), "bonus", null, trade.random.between(5, 100) * 100);
}
