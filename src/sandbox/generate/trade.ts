/** One month's honest trade: open deals first, then new ones until its entries are used up. */
import { DAY_MS } from "../../core/time.ts";
import type { Books } from "./books.ts";
import { HOUR_MS, MINUTE_MS, endOfMonth, startOfMonth } from "./calendar.ts";
import * as deals from "./deals.ts";
import { MonthTrade } from "./month-trade.ts";
import type { Payment } from "./payment.ts";
import type { PostingStep } from "./posting.ts";

interface Trade {
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
  const trade = new MonthTrade(books, month, entries);
  if (books.wallet.entries.length === 0 && entries > 0) {
    trade.post(startOfMonth(month) + HOUR_MS, "cash", null, trade.random.between(250, 900) * 1000);
  }
  settleTransit(trade);
  const touched = goOn(trade);
  while (trade.left > 0) deal(trade);
  for (let count = 0; count < inTransit; count += 1) payLate(trade);
  deals.offer(trade, trade.moment(endOfMonth(month) - 12 * HOUR_MS, trade.toMs));
  return { steps: trade.steps, touched };
}

/** Draws a deal; of a hundred, so many of each kind. */
function deal(trade: MonthTrade): void {
  const drawn = trade.random.below(100);
  if (drawn < 35) deals.sell(trade);
  else if (drawn < 42) deals.offer(trade, trade.momentOfPayment());
  else if (drawn < 51) deals.buy(trade);
  else if (drawn < 60) deals.commission(trade);
  else if (drawn < 68) deals.raiseFunds(trade);
  else if (drawn < 71) deals.contribute(trade);
  else if (drawn < 89) deals.withdraw(trade);
  else if (drawn < 95) deals.topUp(trade);
  else deals.earnBonus(trade);
}

/** A sale paid in the month's last two days whose entry comes in the first two of the next. */
function payLate(trade: MonthTrade): void {
  const paidAtMs = trade.moment(endOfMonth(trade.month) - 2 * DAY_MS, trade.toMs);
  const createdAtMs = trade.creationOf(paidAtMs);
  const payment = trade.books.pay({
    cycle: "one-time",
    role: "seller",
    createdAtMs,
    paidAtMs,
    charged: trade.price(),
  });
  trade.books.transit.push(payment);
}

function settleTransit(trade: MonthTrade): void {
  for (const payment of trade.books.transit) {
    trade.release(trade.moment(trade.fromMs, trade.fromMs + 2 * DAY_MS), payment);
  }
  trade.books.transit = [];
}

/**
 * Some of what was open goes on; what has been open for three months is given up. At most half of the entries
 * are used.
 */
function goOn(trade: MonthTrade): Payment[] {
  const { books, random } = trade;
  const open = books.open;
  const keep = Math.ceil(trade.left / 2);
  books.open = [];
  const touched: Payment[] = [];
  for (const payment of open) {
    if (payment.createdAtMs < startOfMonth(trade.month - 2)) continue;
    if (trade.left <= keep || random.chance(50)) {
      books.open.push(payment);
      continue;
    }
    touched.push(payment);
    if (payment.cycle === "milestone") {
      deals.completeTasks(
        trade,
        payment,
        trade.moment(trade.fromMs, trade.fromMs + 9 * DAY_MS),
        random.between(1, 2),
      );
    } else {
      payment.paidAtMs = trade.moment(trade.fromMs, trade.toMs - 10 * MINUTE_MS);
      trade.release(trade.settlementOf(payment.paidAtMs), payment);
    }
  }
  return touched;
}
