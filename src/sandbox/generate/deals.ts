/**
 * The kinds of business that a trader does. Each uses at most the entries that the month has left, and leaves
 * the wallet above zero.
 */
import { DAY_MS } from "../../core/time.ts";
import { MINUTE_MS } from "./calendar.ts";
import type { Desk } from "./desk.ts";
import { type Payment, feesOf, payableOf, splitIntoTasks } from "./payment.ts";

/** Below this balance nothing is spent: what would have been bought is sold instead. */
const SPENDING_BALANCE = 40_000;

/** Cash is taken out of the balance above this. */
const RESERVE = 100_000;

/** A sale that is paid and settles this month. */
export function sell(desk: Desk): void {
  const paidAtMs = desk.momentOfPayment();
  const payment = desk.books.pay({
    cycle: "one-time",
    role: "seller",
    businessID: desk.business(),
    createdAtMs: desk.creationOf(paidAtMs),
    paidAtMs,
    charged: desk.price(),
  });
  desk.post(desk.settlementOf(paidAtMs), "payment", payment, payment.charged);
}

/** A sale or purchase that waits for its payment. Writes no entry. */
export function offer(desk: Desk, createdAtMs: number): void {
  const role = desk.random.chance(85) ? "seller" : "buyer";
  const businessID = desk.business();
  const charged = desk.price();
  const payment = desk.books.pay({
    cycle: "one-time",
    role,
    businessID,
    createdAtMs,
    paidAtMs: null,
    charged,
  });
  if (role === "seller") desk.books.open.push(payment);
}

/** A purchase, all at once or by tasks, paid from the wallet. */
export function buy(desk: Desk): void {
  const paidAtMs = desk.momentOfPayment();
  const charged = desk.price();
  const tasks = desk.random.chance(15) ? splitIntoTasks(charged, desk.random.between(2, 4), paidAtMs) : [];
  const payment = desk.books.pay({
    cycle: tasks.length === 0 ? "one-time" : "milestone",
    role: "buyer",
    businessID: desk.business(),
    createdAtMs: desk.creationOf(paidAtMs),
    paidAtMs,
    charged,
    tasks,
  });
  desk.post(paidAtMs + MINUTE_MS, "payment", payment, (balance) => {
    if (balance < SPENDING_BALANCE) {
      payment.role = "seller";
      return payment.charged;
    }
    const affordable = Math.floor(balance / 200) * 50;
    if (payment.charged > affordable) reprice(payment, affordable);
    return 0 - payableOf(payment);
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
export function commission(desk: Desk): void {
  const { random } = desk;
  const paidAtMs = desk.momentOfPayment();
  const charged = random.between(40, 1600) * 500;
  const payment = desk.books.pay({
    cycle: "milestone",
    role: "seller",
    businessID: desk.business(),
    createdAtMs: desk.creationOf(paidAtMs),
    paidAtMs,
    charged,
    tasks: splitIntoTasks(charged, random.between(2, 5), null),
  });
  completeTasks(desk, payment, paidAtMs, random.below(4));
}

/**
 * Completes up to so many of a commission's tasks after an instant; each releases its amount within minutes.
 */
export function completeTasks(desk: Desk, payment: Payment, afterMs: number, atMost: number): void {
  let lastMs = afterMs;
  let done = 0;
  for (const task of payment.tasks) {
    if (task.completedAtMs !== null) continue;
    if (done === atMost || desk.left === 0) break;
    lastMs = desk.moment(lastMs, Math.min(lastMs + 9 * DAY_MS, desk.toMs - 5 * MINUTE_MS));
    task.completedAtMs = lastMs;
    desk.post(lastMs + desk.random.between(20, 240) * 1000, "payment", payment, task.amount);
    done += 1;
  }
  if (payment.tasks.some(({ completedAtMs }) => completedAtMs === null)) desk.books.open.push(payment);
}

/** A collection for a project: contributions come one by one, all of them this month. */
export function raiseFunds(desk: Desk): void {
  const { random } = desk;
  const createdAtMs = desk.momentOfPayment();
  const contributors = Math.min(desk.left, random.below(10));
  const amounts = Array.from({ length: contributors }, () => random.between(10, 400) * 100);
  const times = amounts.map(() => desk.moment(createdAtMs + MINUTE_MS, desk.toMs)).toSorted((a, b) => a - b);
  const payment = desk.books.pay({
    cycle: "crowd-pay",
    role: "seller",
    businessID: desk.business(),
    createdAtMs,
    paidAtMs: random.chance(40) ? (times.at(-1) ?? null) : null,
    charged: random.between(40, 1000) * 5000,
    raised: amounts.reduce((sum, amount) => sum + amount, 0),
    contributors,
  });
  amounts.forEach((amount, at) => desk.post(times[at] ?? createdAtMs, "payment", payment, amount));
}

/** A contribution to another's project. */
export function contribute(desk: Desk): void {
  const { random } = desk;
  const paidAtMs = desk.momentOfPayment();
  const amount = random.between(10, 90) * 100;
  const payment = desk.books.pay({
    cycle: "crowd-pay",
    role: "buyer",
    businessID: desk.business(),
    createdAtMs: desk.creationOf(paidAtMs),
    paidAtMs,
    charged: random.between(40, 1000) * 5000,
    raised: amount * random.between(2, 30),
    contributors: random.between(2, 40),
  });
  desk.post(paidAtMs + MINUTE_MS, "payment", payment, (balance) => {
    if (balance >= SPENDING_BALANCE) return 0 - amount;
    Object.assign(payment, { role: "seller", raised: amount, contributors: 1 });
    return amount;
  });
}

/** Cash taken out to the bank, or brought in where there is little. */
export function withdraw(desk: Desk): void {
  const { random } = desk;
  const percent = random.between(20, 90);
  const broughtIn = random.between(50, 600) * 1000;
  desk.post(desk.momentOfPayment(), "cash", null, (balance) =>
    balance < 2 * RESERVE ? broughtIn : 0 - Math.floor(((balance - RESERVE) * percent) / 10_000) * 100,
  );
}

export function topUp(desk: Desk): void {
  desk.post(desk.momentOfPayment(), "cash", null, desk.random.between(20, 400) * 500);
}

export function earnBonus(desk: Desk): void {
  desk.post(desk.momentOfPayment(), "bonus", null, desk.random.between(5, 100) * 100);
}
