/** One month's honest trade: open deals first, then new ones until its entries are used up. */
import { DAY_MS } from "../../core/time.ts";
import type { Books } from "./books.ts";
import { HOUR_MS, MINUTE_MS, endOfMonth, startOfMonth } from "./calendar.ts";
import * as deals from "./deals.ts";
import { Desk } from "./desk.ts";
import type { Payment } from "./payment.ts";
import type { PostingStep } from "./posting.ts";

export interface Trade {
  readonly steps: readonly PostingStep[];
  /** Payments of earlier months that went on: paid now, or with tasks completed. */
  readonly touched: readonly Payment[];
}

export interface MonthPlan {
  /** Counted from the world's first. */
  readonly month: number;
  /** Entries to write. */
  readonly entries: number;
  /** Payments of its last days whose entries come in the next month. */
  readonly inTransit: number;
}

/** @returns steps that write exactly as many entries as planned, in no order */
export function tradeMonth(books: Books, { month, entries, inTransit }: MonthPlan): Trade {
  const desk = new Desk(books, month, entries);
  if (books.wallet.entries.length === 0 && entries > 0) {
    desk.post(startOfMonth(month) + HOUR_MS, "cash", null, desk.random.between(250, 900) * 1000);
  }
  settleTransit(desk);
  const touched = goOn(desk);
  while (desk.left > 0) deal(desk);
  for (let count = 0; count < inTransit; count += 1) payLate(desk);
  deals.offer(desk, desk.moment(endOfMonth(month) - 12 * HOUR_MS, desk.toMs));
  return { steps: desk.steps, touched };
}

/** Draws a deal; of a hundred, so many of each kind. */
function deal(desk: Desk): void {
  const drawn = desk.random.below(100);
  if (drawn < 35) deals.sell(desk);
  else if (drawn < 42) deals.offer(desk, desk.momentOfPayment());
  else if (drawn < 51) deals.buy(desk);
  else if (drawn < 60) deals.commission(desk);
  else if (drawn < 68) deals.raiseFunds(desk);
  else if (drawn < 71) deals.contribute(desk);
  else if (drawn < 89) deals.withdraw(desk);
  else if (drawn < 95) deals.topUp(desk);
  else deals.earnBonus(desk);
}

/** A sale paid in the month's last two days whose entry comes in the first two of the next. */
function payLate(desk: Desk): void {
  const paidAtMs = desk.moment(endOfMonth(desk.month) - 2 * DAY_MS, desk.toMs);
  const createdAtMs = desk.creationOf(paidAtMs);
  const payment = desk.books.pay({
    cycle: "one-time",
    role: "seller",
    createdAtMs,
    paidAtMs,
    charged: desk.price(),
  });
  desk.books.transit.push(payment);
}

function settleTransit(desk: Desk): void {
  for (const payment of desk.books.transit) {
    desk.post(desk.moment(desk.fromMs, desk.fromMs + 2 * DAY_MS), "payment", payment, payment.charged);
  }
  desk.books.transit = [];
}

/**
 * Some of what was open goes on; what has been open for three months is given up. At most half of the entries
 * are used.
 */
function goOn(desk: Desk): Payment[] {
  const { books, random } = desk;
  const open = books.open;
  const keep = Math.ceil(desk.left / 2);
  books.open = [];
  const touched: Payment[] = [];
  for (const payment of open) {
    if (payment.createdAtMs < startOfMonth(desk.month - 2)) continue;
    if (desk.left <= keep || random.chance(50)) {
      books.open.push(payment);
      continue;
    }
    touched.push(payment);
    if (payment.cycle === "milestone") {
      deals.completeTasks(
        desk,
        payment,
        desk.moment(desk.fromMs, desk.fromMs + 9 * DAY_MS),
        random.between(1, 2),
      );
    } else {
      payment.paidAtMs = desk.moment(desk.fromMs, desk.toMs - 10 * MINUTE_MS);
      desk.post(desk.settlementOf(payment.paidAtMs), "payment", payment, payment.charged);
    }
  }
  return touched;
}
