/** The wallet: writes postings as entries, one after the other, and keeps the balance. */
import type { WorldEntry } from "../world.ts";
import { stamp } from "./caller.ts";
import { mix, scramble, type Trader } from "./trader.ts";
import { subjectOfPayment, type Payment } from "./transaction.ts";
import { BONUS_TEXTS, TOP_UP_TEXTS, WITHDRAWAL_TEXTS } from "./words.ts";

/** What the service keeps of a wallet beside its entries. */
export interface Account {
  /** What the next request reads. */
  balance: number;
  /** What planted entries have lifted it by. Honest trade does not spend it, for some of it is reversed. */
  lifted: number;
  /** The entry that states this balance; null where none does. */
  lastWalletID: number | null;
}

export class WalletWriter {
  readonly #trader: Trader;
  /** Oldest first, all wallets mixed. */
  readonly entries: WorldEntry[];
  /** By business where each has a wallet of its own; else one, by the default business. */
  readonly #accounts: Map<number, Account>;
  #lastWalletID: number;
  /** The latest dateCreated so far, milliseconds UTC. */
  #lastAtMs: number;

  constructor(trader: Trader, from: WalletWriter | null = null) {
    this.#trader = trader;
    this.entries = from === null ? [] : from.entries.slice();
    this.#accounts = new Map(
      from === null ? [] : Array.from(from.#accounts, ([key, account]) => [key, { ...account }]),
    );
    this.#lastWalletID = from === null ? 100_000 + (trader.userID % 1000) : from.#lastWalletID;
    this.#lastAtMs = from === null ? -Infinity : from.#lastAtMs;
  }

  /** The wallet that an entry is written into: the default business's unless said. */
  accountOf(businessID = this.#trader.businessID): Account {
    const key = this.#trader.wallets === 2 ? businessID : this.#trader.businessID;
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = { balance: 0, lifted: 0, lastWalletID: null };
      this.#accounts.set(key, account);
    }
    return account;
  }

  /** Writes the entries of a step, one request after the other, a second apart. */
  write({ atMs, postings }: PostingStep): void {
    postings.forEach((posted, at) => this.#post(posted, atMs + at * 1000));
  }

  /** Raises an inflow once it was written, and with it each balance from there on, that of the next, too. */
  correct(index: number, more: number): void {
    for (let at = index; at < this.entries.length; at += 1) {
      const entry = this.entries[at];
      if (entry === undefined) continue;
      const side = entry.debit_balance > 0 ? "debit_balance" : "credit_balance";
      const raised = at === index ? { [side]: entry[side] + more } : {};
      this.entries[at] = { ...entry, ...raised, balance: entry.balance + more };
    }
    const account = this.accountOf();
    account.balance += more;
    account.lifted += more;
  }

  /**
   * Inserts an entry, dated no earlier than the one before it.
   *
   * @param balance that it states, before what its twist misstates
   * @param atMs milliseconds UTC
   */
  insert(posted: Posting, movement: number, balance: number, atMs: number): void {
    const { twist } = posted;
    const walletID = this.#lastWalletID + 1 + (scramble(this.#lastWalletID) % 6);
    this.#lastWalletID = walletID;
    this.#lastAtMs = Math.max(this.#lastAtMs, atMs);
    posted.walletID = walletID;
    const account = this.accountOf(posted.businessID);
    if (twist?.lost === true) {
      account.lastWalletID = null;
      return;
    }
    const entry = this.#entryOf(posted, {
      walletID,
      movement,
      balance: balance + (twist?.misstated ?? 0),
      atMs: twist?.datedAtMs ?? this.#lastAtMs,
    });
    const written = twist?.alter?.(entry) ?? entry;
    posted.index = this.entries.length;
    this.entries.push(written);
    if (twist?.copy !== undefined) this.entries.push(twist.copy(written));
    if (twist?.foreignUserID !== undefined) return;
    account.lastWalletID = written.balance === account.balance ? walletID : null;
  }

  #post(posted: Posting, atMs: number): void {
    const { twist } = posted;
    const account = this.accountOf(posted.businessID);
    const movement = askedMovement(posted, account);
    if (twist?.foreignUserID !== undefined) {
      this.insert(posted, movement, movement, atMs);
      return;
    }
    const change = movement + (twist?.shift ?? 0);
    account.balance += change;
    if (twist !== undefined) account.lifted += change;
    this.insert(posted, movement, account.balance, atMs);
  }

  #entryOf(
    posted: Posting,
    {
      walletID,
      movement,
      balance,
      atMs,
    }: { walletID: number; movement: number; balance: number; atMs: number },
  ): WorldEntry {
    const { kind, payment, businessID, twist } = posted;
    const { convention, userID, seed } = this.#trader;
    const inflow = Math.max(movement, 0);
    const outflow = Math.max(-movement, 0);
    const at = stamp(atMs);
    const draw = mix(...seed, walletID);
    const action = actionOf(kind, movement);
    return {
      walletID,
      userID: twist?.foreignUserID ?? userID,
      businessID,
      credit_balance: convention === "bank" ? inflow : outflow,
      debit_balance: convention === "bank" ? outflow : inflow,
      balance,
      action,
      description: describe(action, payment === null ? null : subjectOfPayment(payment), draw),
      sessionID: draw % 50 === 0 ? null : `S${walletID.toString(36)}`,
      payref: payment?.payref ?? "",
      is_approved: 1,
      is_bonus: action === "BONUS" ? 1 : 0,
      datePaid: draw % 64 === 1 ? null : at,
      dateCreated: at,
    };
  }
}

/** What an entry moves, asked for by a request that finds the account so. */
export function askedMovement({ movement, twist }: Posting, { balance, lifted }: Account): number {
  if (typeof movement === "number") return movement;
  return movement(twist === undefined ? balance - lifted : balance);
}

type Action = "API" | "WITHDRAWAL" | "TOPUP" | "BONUS";

function actionOf(kind: Posting["kind"], movement: number): Action {
  if (kind === "cash") return movement < 0 ? "WITHDRAWAL" : "TOPUP";
  return kind === "bonus" ? "BONUS" : "API";
}

function describe(action: Action, subject: string | null, draw: number): string | null {
  const from = (texts: readonly (string | null)[]) => texts[draw % texts.length] ?? null;
  switch (action) {
    case "API":
      return draw % 8 === 0 || subject === null ? subject : paymentFor(subject);
    case "WITHDRAWAL":
      return from(WITHDRAWAL_TEXTS);
    case "TOPUP":
      return from(TOP_UP_TEXTS);
    case "BONUS":
      return from(BONUS_TEXTS);
  }
}

const paymentTexts = new Map<string, string>();

/** Kept, because few texts are in very many entries. */
function paymentFor(subject: string): string {
  let text = paymentTexts.get(subject);
  if (text === undefined) {
    text = `Payment for ${subject}`;
    paymentTexts.set(subject, text);
  }
  return text;
}

// An entry while its world is generated, and the steps in which entries reach the wallet.

export interface Posting {
  /** Cash is a withdrawal or a top-up, by the sign of its movement. */
  readonly kind: "payment" | "cash" | "bonus";
  /** What the entry is tied to; null without one. */
  readonly payment: Payment | null;
  readonly businessID: number;
  /** + raises the balance. Where it hangs on the balance before, it is asked for when the entry is made. */
  readonly movement: number | ((balance: number) => number);
  /** The entry's id, once it is written. */
  walletID: number;
  /** Where the entry is among the world's entries, −1 until it is written. */
  index: number;
  /** What is wrong with it, if anything, on a planted one; absent in honest trade. */
  readonly twist?: Twist;
}

export interface Twist {
  /** Its walletID is used up and its movement reaches the balance, but no entry shows it. */
  readonly lost?: true;
  /** Added to the balance beside the movement, for good. */
  readonly shift?: number;
  /** Added to the balance that is stated, on this entry only. */
  readonly misstated?: number;
  /** dateCreated, milliseconds UTC, instead of the time it is written at. */
  readonly datedAtMs?: number;
  /** An entry of another user, alone in a wallet of its own. */
  readonly foreignUserID?: number;
  /** Changes fields that no balance hangs on. */
  readonly alter?: (entry: WorldEntry) => WorldEntry;
  /** A second copy of the entry, listed beside it. */
  readonly copy?: (entry: WorldEntry) => WorldEntry;
}

/** Entries that follow each other directly. */
export interface PostingStep {
  /** Milliseconds UTC. */
  readonly atMs: number;
  readonly postings: readonly Posting[];
}

export function posting(
  kind: Posting["kind"],
  payment: Payment | null,
  businessID: number,
  movement: Posting["movement"],
  twist?: Twist,
): Posting {
  return {
    kind,
    payment,
    businessID,
    movement,
    walletID: 0,
    index: -1,
    ...(twist === undefined ? {} : { twist }),
  };
}
