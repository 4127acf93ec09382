/** The trade of one month: its times, its random numbers, and how many entries it may still write. */
import { DAY_MS } from "../../core/time.ts";
import type { Books } from "./books.ts";
import { HOUR_MS, MINUTE_MS, endOfMonth, startOfMonth } from "./calendar.ts";
import { type Payment, waiveFees } from "./payment.ts";
import { type Posting, type PostingStep, posting } from "./posting.ts";
import type { Random } from "./random.ts";
import { DRAW, draw } from "./trader.ts";

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
