/** The site of one fault: a time in a month, with its own payments and entries. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import type { Books } from "./books.ts";
import { startOfMonth } from "./caller.ts";
import { type NewPayment, type Payment, chargedWithFees, splitIntoTasks, waiveFees } from "./transaction.ts";
import { type Posting, type PostingStep, type Twist, posting } from "./wallet.ts";
import type { Random } from "./trader.ts";
import type { PlantedFinding } from "../world.ts";

type FindingFacts = Omit<PlantedFinding, "rule" | "severity" | "walletID" | "payref" | "payID">;

export class Site {
  readonly books: Books;
  /** Counted from the world's first. */
  readonly month: number;
  /** Counts the faults of one word, so that they can take turns in how they look. */
  readonly turn: number;
  /** Whose payments and entries they are: the default one, in pairs by turns where each has a wallet of its own. */
  readonly businessID: number;
  /** When its entries are written, milliseconds UTC: from the 5th to the 24th, all of them in the month. */
  readonly atMs: number;

  constructor(books: Books, month: number, turn: number, random: Random) {
    this.books = books;
    this.month = month;
    this.turn = turn;
    const { businessID, secondBusinessID, wallets } = books.trader;
    this.businessID = wallets === 2 && turn % 4 > 1 ? secondBusinessID : businessID;
    this.atMs = startOfMonth(month) + 4 * DAY_MS + random.below(20 * 24 * 3600) * 1000;
  }

  /** An amount that no other fault has. */
  amount(): number {
    return this.books.distinctAmount();
  }

  /** A one-time sale, paid the day before, that brings one entry. */
  sale(given: Partial<NewPayment> = {}): Payment {
    const payment = this.books.pay({
      businessID: this.businessID,
      cycle: "one-time",
      role: "seller",
      createdAtMs: this.atMs - 2 * DAY_MS,
      paidAtMs: this.atMs - DAY_MS,
      charged: this.amount(),
      ...given,
    });
    return this.books.trader.booksFees ? waiveFees(payment) : payment;
  }

  /** A one-time purchase. What it takes from the wallet is no multiple of 9 either. */
  purchase(): Payment {
    return Object.assign(this.sale({ role: "buyer" }), { escrow: 900, tax: 90 });
  }

  /** A sale in tasks, all of them done. */
  milestone(): Payment {
    const completedAtMs = this.atMs - 2 * HOUR_MS;
    const charged = this.amount();
    return this.sale({ cycle: "milestone", charged, tasks: splitIntoTasks(charged, 2, completedAtMs) });
  }

  /** A collection that two have contributed to, one amount. */
  crowdPay(): Payment {
    const charged = this.amount() * 10;
    return this.sale({ cycle: "crowd-pay", charged, paidAtMs: null, raised: this.amount(), contributors: 2 });
  }

  /** A sale of one cycle or another, by turns, and what of it should reach the wallet. */
  anySale(): { readonly payment: Payment; readonly due: number } {
    if (this.turn % 3 === 1) {
      const payment = this.milestone();
      return { payment, due: payment.charged };
    }
    if (this.turn % 3 === 2) {
      const payment = this.crowdPay();
      return { payment, due: payment.raised };
    }
    const payment = this.sale();
    return { payment, due: payment.charged };
  }

  post(payment: Payment | null, movement: Posting["movement"], twist: Twist = {}): Posting {
    return posting("payment", payment, payment?.businessID ?? this.businessID, movement, twist);
  }

  cash(movement: Posting["movement"] = this.amount(), twist: Twist = {}): Posting {
    return posting("cash", null, this.businessID, movement, twist);
  }

  /** A purchase as it should be: its money is brought in just before. */
  fundedPurchase(payment: Payment): PostingStep {
    const payable = chargedWithFees(payment);
    return this.step(this.cash(payable), this.post(payment, 0 - payable));
  }

  /** Entries that follow each other directly, at the site's time. */
  step(...postings: readonly Posting[]): PostingStep {
    return { atMs: this.atMs, postings };
  }

  /** A finding about an entry, in this site's month. */
  onEntry(
    posted: Pick<Posting, "walletID" | "payment">,
    rule: PlantedFinding["rule"],
    severity: PlantedFinding["severity"],
    facts: FindingFacts & { readonly payref?: string } = {},
  ): DatedFinding {
    const { payref = posted.payment?.payref ?? "", ...rest } = facts;
    const finding = { rule, severity, walletID: posted.walletID, payref, payID: null, ...rest };
    return { finding, month: this.month, outstanding: rule === "orphan-payref" };
  }

  /** That the balance an entry states does not follow. */
  onBreak(
    posted: Posting,
    cause: NonNullable<PlantedFinding["cause"]>,
    difference: number,
    facts: FindingFacts = {},
  ): DatedFinding {
    return this.onEntry(posted, "chain-break", "error", { cause, difference, ...facts });
  }

  /** A finding about a transaction, in this site's month. */
  onPayment(
    { payref, payID }: Payment,
    rule: PlantedFinding["rule"],
    severity: PlantedFinding["severity"],
    facts: FindingFacts = {},
  ): DatedFinding {
    const finding = { rule, severity, walletID: null, payref, payID, ...facts };
    return { finding, month: this.month, outstanding: rule === "paid-without-entry" };
  }
}

/** A finding and the months whose check raises it. */
export interface DatedFinding {
  readonly finding: PlantedFinding;
  /** Counted from the world's first. */
  readonly month: number;
  /** Stays in every later month. */
  readonly outstanding: boolean;
  /** Instead of it in a check of the whole history that was pulled after the cut-off. */
  readonly later?: PlantedFinding;
}
