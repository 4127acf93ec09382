/** The wallet: writes postings as entries, one after the other, and keeps the balance. */
import type { WorldEntry } from "../world.ts";
import { stamp } from "./calendar.ts";
import type { Posting, PostingStep } from "./posting.ts";
import { mix, scramble } from "./random.ts";
import type { Trader } from "./trader.ts";
import { subjectOf } from "./transaction.ts";
import { BONUS_TEXTS, TOP_UP_TEXTS, WITHDRAWAL_TEXTS } from "./words.ts";

export class WalletWriter {
  readonly #trader: Trader;
  /** Oldest first. */
  readonly entries: WorldEntry[];
  /** The balance the next entry goes on from. */
  balance: number;
  /** What planted entries have lifted it by. Honest trade does not spend it, for some of it is reversed. */
  #lifted: number;
  #lastWalletID: number;
  /** The latest dateCreated so far, milliseconds UTC. */
  #lastAtMs: number;

  constructor(trader: Trader, from: WalletWriter | null = null) {
    this.#trader = trader;
    this.entries = from === null ? [] : from.entries.slice();
    this.balance = from === null ? 0 : from.balance;
    this.#lifted = from === null ? 0 : from.#lifted;
    this.#lastWalletID = from === null ? 100_000 + (trader.userID % 1000) : from.#lastWalletID;
    this.#lastAtMs = from === null ? -Infinity : from.#lastAtMs;
  }

  /** Writes the entries of a step, a second apart and none before the one before it. */
  write({ atMs, postings }: PostingStep): void {
    postings.forEach((posting, at) => {
      this.#lastAtMs = Math.max(this.#lastAtMs, atMs + at * 1000);
      this.#post(posting, this.#lastAtMs);
    });
  }

  /**
   * Puts an inflow right after it was written: it brings so much more, and every balance from there on is as
   * much higher, that of what is written next included.
   */
  correct(index: number, more: number): void {
    for (let at = index; at < this.entries.length; at += 1) {
      const entry = this.entries[at];
      if (entry === undefined) continue;
      const side = entry.debit_balance > 0 ? "debit_balance" : "credit_balance";
      const raised = at === index ? { [side]: entry[side] + more } : {};
      this.entries[at] = { ...entry, ...raised, balance: entry.balance + more };
    }
    this.balance += more;
    this.#lifted += more;
  }

  #post(posting: Posting, atMs: number): void {
    const { twist } = posting;
    const movement = this.#movementOf(posting);
    const walletID = this.#lastWalletID + 1 + (scramble(this.#lastWalletID) % 6);
    this.#lastWalletID = walletID;
    const foreign = twist?.foreignUserID !== undefined;
    if (!foreign) this.balance += movement + (twist?.shift ?? 0);
    if (!foreign && twist !== undefined) this.#lifted += movement + (twist.shift ?? 0);
    posting.walletID = walletID;
    if (twist?.lost === true) return;
    const balance = foreign ? movement : this.balance + (twist?.misstated ?? 0);
    const entry = this.#entryOf(posting, { walletID, movement, balance, atMs: twist?.datedAtMs ?? atMs });
    const written = twist?.alter?.(entry) ?? entry;
    posting.index = this.entries.length;
    this.entries.push(written);
    if (twist?.copy !== undefined) this.entries.push(twist.copy(written));
  }

  #movementOf({ movement, twist }: Posting): number {
    if (typeof movement === "number") return movement;
    return movement(twist === undefined ? this.balance - this.#lifted : this.balance);
  }

  #entryOf(
    { kind, payment, twist }: Posting,
    {
      walletID,
      movement,
      balance,
      atMs,
    }: { walletID: number; movement: number; balance: number; atMs: number },
  ): WorldEntry {
    const { convention, userID, businessID, seed } = this.#trader;
    const inflow = Math.max(movement, 0);
    const outflow = Math.max(-movement, 0);
    const at = stamp(atMs);
    const draw = mix(...seed, walletID);
    const action = actionOf(kind, movement);
    return {
      walletID,
      userID: twist?.foreignUserID ?? userID,
      businessID: payment?.businessID ?? businessID,
      credit_balance: convention === "bank" ? inflow : outflow,
      debit_balance: convention === "bank" ? outflow : inflow,
      balance,
      action,
      description: describe(action, payment === null ? null : subjectOf(payment), draw),
      sessionID: draw % 50 === 0 ? null : `S${walletID.toString(36)}`,
      payref: payment?.payref ?? "",
      is_approved: 1,
      is_bonus: action === "BONUS" ? 1 : 0,
      datePaid: draw % 64 === 1 ? null : at,
      dateCreated: at,
    };
  }
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
