/** What a world is made in, month by month, and copied from when it moves on. */
import type { WorldTransaction } from "../world.ts";
import { type NewPayment, type Payment, copyPayment, newPayment } from "./payment.ts";
import { scramble } from "./random.ts";
import type { Trader } from "./trader.ts";
import { transactionOf } from "./transaction.ts";
import { Wallet } from "./wallet.ts";

export class Books {
  readonly trader: Trader;
  readonly wallet: Wallet;
  /** payID rising. */
  readonly transactions: WorldTransaction[];
  /** Payments of earlier months that may still go on: unpaid ones, and milestones with open tasks. */
  open: Payment[];
  /** Paid at the end of the month before; their entries come in the next one. */
  transit: Payment[];
  #payments: number;
  #lastPayID: number;
  /** Made in the month that is being made. */
  #made: Payment[] = [];

  constructor(trader: Trader, from: Books | null = null) {
    this.trader = trader;
    this.wallet = new Wallet(trader, from === null ? null : from.wallet);
    this.transactions = from === null ? [] : from.transactions.slice();
    this.open = from === null ? [] : from.open.map(copyPayment);
    this.transit = from === null ? [] : from.transit.map(copyPayment);
    this.#payments = from === null ? 0 : from.#payments;
    this.#lastPayID = from === null ? 7000 + (trader.businessID % 1000) : from.#lastPayID;
  }

  /** A new payment of the month that is being made. */
  pay(given: NewPayment): Payment {
    const payment = newPayment(this.trader, this.#payments, given);
    this.#payments += 1;
    this.#made.push(payment);
    return payment;
  }

  /** Gives the month's payments their payIDs, in the order of creation, and returns them so. */
  numberPayments(): readonly Payment[] {
    const made = this.#made.toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.ordinal - b.ordinal);
    for (const payment of made) {
      this.#lastPayID += 1 + (scramble(this.#lastPayID) % 4);
      payment.payID = this.#lastPayID;
    }
    this.#made = [];
    return made;
  }

  /** Writes a payment's record, at its place when it has one. */
  record(payment: Payment): void {
    const record = transactionOf(this.trader, payment);
    if (payment.index === -1) {
      payment.index = this.transactions.length;
      this.transactions.push(record);
      if (payment.copy !== undefined) this.transactions.push(payment.copy(record));
    } else this.transactions[payment.index] = record;
  }
}
