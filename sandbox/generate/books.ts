/** The books of a world in the making, filled month by month and copied when it advances. */
import type { WorldEntry, WorldTransaction } from "../world.ts";
import { type NewPayment, type Payment, copyPayment, newPayment, transactionOf } from "./transaction.ts";
import { scramble, type Trader, payrefOf } from "./trader.ts";
import { WalletWriter } from "./wallet.ts";

export class Books {
  readonly trader: Trader;
  readonly wallet: WalletWriter;
  /** payID rising. */
  readonly transactions: WorldTransaction[];
  /** Payments of earlier months that may still go on: unpaid ones, and milestones with open tasks. */
  open: Payment[];
  /** Paid at the end of the month before; their entries come in the next one. */
  transit: Payment[];
  #payments: number;
  #lastPayID: number;
  #amounts: number;
  /** Where records are that the service lists no more. */
  readonly #entriesGone: Set<number>;
  readonly #transactionsGone: Set<number>;
  /** Made in the month that is being made. */
  #made: Payment[] = [];

  constructor(trader: Trader, from: Books | null = null) {
    this.trader = trader;
    this.wallet = new WalletWriter(trader, from === null ? null : from.wallet);
    this.transactions = from === null ? [] : from.transactions.slice();
    this.open = from === null ? [] : from.open.map(copyPayment);
    this.transit = from === null ? [] : from.transit.map(copyPayment);
    this.#payments = from === null ? 0 : from.#payments;
    this.#lastPayID = from === null ? 7000 + (trader.businessID % 1000) : from.#lastPayID;
    this.#amounts = from === null ? 0 : from.#amounts;
    this.#entriesGone = new Set(from === null ? [] : from.#entriesGone);
    this.#transactionsGone = new Set(from === null ? [] : from.#transactionsGone);
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

  /** A payref that no payment has. */
  unusedPayref(): string {
    this.#payments += 1;
    return payrefOf(this.trader, this.#payments - 1);
  }

  /** An amount not given before, at least 20,000 and no multiple of 9: no two look like one mistake. */
  distinctAmount(): number {
    const count = this.#amounts;
    this.#amounts += 1;
    const spread = (count * 40_503 + (this.trader.seed[0] % 65_536)) % 65_536;
    return 20_000 + 9 * (spread + 65_536 * Math.floor(count / 65_536)) + 1 + (count % 8);
  }

  changeEntry(index: number, change: (entry: WorldEntry) => WorldEntry): void {
    const entry = this.wallet.entries[index];
    if (entry !== undefined) this.wallet.entries[index] = change(entry);
  }

  changeTransaction(index: number, change: (record: WorldTransaction) => WorldTransaction): void {
    const record = this.transactions[index];
    if (record !== undefined) this.transactions[index] = change(record);
  }

  dropEntry(index: number): void {
    this.#entriesGone.add(index);
  }

  dropTransaction(index: number): void {
    this.#transactionsGone.add(index);
  }

  /** The entries the service lists, oldest first. */
  listEntries(): readonly WorldEntry[] {
    const gone = this.#entriesGone;
    return gone.size === 0 ? this.wallet.entries : this.wallet.entries.filter((_, index) => !gone.has(index));
  }

  /** The transactions the service lists, payID rising. */
  listTransactions(): readonly WorldTransaction[] {
    const gone = this.#transactionsGone;
    return gone.size === 0 ? this.transactions : this.transactions.filter((_, index) => !gone.has(index));
  }
}
