/** Builds restatements, one for each signed month that a change affects. */
import type { ChainScope } from "../../options.ts";
import type { FieldChange } from "../../reconcile/input/findings.ts";
import { ZoneClock } from "../../time.ts";
import type { Month } from "../close/close.ts";
import type { PullOrigin } from "./provenance.ts";
import type { DatedElsewhere, Restatement, RestatementKind } from "./restatements.ts";
import { type Signature, isInForce, covers, standsAt } from "./signatures.ts";
import type { MonthEffect, RowDates } from "./wallet-books.ts";
import { compareTransactions, isPaid } from "../../reconcile/changes.ts";
import type { Transaction } from "../../records/transaction.ts";

// Which earlier pulls should have brought an entry that came late.

export interface PullReach extends Pick<PullOrigin, "startedAtMs" | "finishedAtMs"> {
  readonly id: number;
  /** Entries received; null when it had no wallet history. */
  readonly entries: number | null;
  readonly lowestWalletID: number | null;
  readonly highestWalletID: number | null;
}

interface Reach {
  readonly lowest: number;
  readonly highest: number;
  /** Entries created before this it should have had where it reaches down to them, milliseconds UTC. */
  readonly seenUpToMs: number;
}

export class EarlierPulls {
  readonly #reaches: Reach[] = [];
  #lowest = Infinity;
  #highest = -Infinity;
  #seenUpToMs = -Infinity;

  /**
   * Adds the next pull.
   *
   * @param latestAtMs the latest dateCreated among all entries that it and those before it brought,
   *   milliseconds UTC: a pull that had an entry had all older ones. A time after its own start proves
   *   nothing.
   */
  add(pull: PullReach, latestAtMs: number): void {
    if (pull.entries === null) return;
    const reach = {
      // An empty history says that there is nothing at all.
      lowest: pull.lowestWalletID ?? -Infinity,
      highest: pull.highestWalletID ?? -Infinity,
      seenUpToMs: Math.min(pull.startedAtMs, latestAtMs),
    };
    this.#reaches.push(reach);
    this.#lowest = Math.min(this.#lowest, reach.lowest);
    this.#highest = Math.max(this.#highest, reach.highest);
    this.#seenUpToMs = Math.max(this.#seenUpToMs, reach.seenUpToMs);
  }

  /** No pull should have had an entry below `lowest`, or above `highest` created from `seenUpToMs` on. */
  get bounds(): Reach {
    return { lowest: this.#lowest, highest: this.#highest, seenUpToMs: this.#seenUpToMs };
  }

  /** Whether one of them should have had an entry: in its range, or newer by number and dated before. */
  shouldHave(walletID: number, dateCreatedAtMs: number): boolean {
    if (walletID < this.#lowest) return false;
    if (walletID > this.#highest && dateCreatedAtMs >= this.#seenUpToMs) return false;
    return this.#reaches.some(
      ({ lowest, highest, seenUpToMs }) =>
        lowest <= walletID && (walletID <= highest || dateCreatedAtMs < seenUpToMs),
    );
  }
}

export interface RestatementBaseline {
  /** Oldest first. */
  readonly pulls: readonly PullReach[];
  readonly signatures: readonly Signature[];
  /** The time zone that names unsigned months. */
  readonly timeZone: string;
  readonly chainScope: ChainScope;
}

export interface RecordChange<R> {
  readonly pullId: number;
  readonly kind: "changed" | "vanished" | "returned";
  /** null where it was gone. */
  readonly before: R | null;
  /** null where it is gone. */
  readonly after: R | null;
}

export interface RecordedChange {
  readonly kind: RestatementKind;
  readonly subject: Pick<Restatement, "walletID" | "payID" | "payref" | "userID" | "businessID">;
  readonly fields: readonly FieldChange[];
  readonly effects: readonly MonthEffect[];
  /** When the record counts where it touches none, milliseconds UTC. */
  readonly dates: RowDates;
  /** The date of a back-dated entry itself, milliseconds UTC; null for everything else. */
  readonly datedAtMs: number | null;
}

/** Months are named in the zone that they were signed in, else in the ledger's. */
export class RestatementBuilder {
  readonly #timeZone: string;
  readonly #signedMonths: ReadonlySet<Month>;
  readonly #clocks = new Map<string, ZoneClock>();

  constructor({ timeZone, signatures }: RestatementBaseline) {
    this.#timeZone = timeZone;
    this.#signedMonths = new Set(signatures.filter(isInForce).map(({ month }) => month));
  }

  *tell(
    pull: PullReach,
    { kind, subject, fields, effects, dates, datedAtMs }: RecordedChange,
  ): Generator<Restatement> {
    const { walletID, payID, payref, userID, businessID } = subject;
    const who = { walletID, payID, payref, userID, businessID };
    const change = { pullId: pull.id, atMs: pull.finishedAtMs, kind, ...who };
    for (const { signature, movement, closing, wallets, dates: own } of effects) {
      const { month, stepId, by, atMs, timeZone } = signature;
      const signed = { month, stepId, by, atMs, stillInForce: isInForce(signature) };
      const effect = { movement, closing, wallets };
      const months = this.#monthsOf(own, timeZone);
      const dated = this.#datedElsewhere(datedAtMs, months, timeZone);
      yield { ...change, months, dated, fields, signature: signed, effect };
    }
    if (effects.length > 0) return;
    const months = this.#monthsOf(dates, this.#timeZone);
    const dated = this.#datedElsewhere(datedAtMs, months, this.#timeZone);
    const effect = { movement: 0, closing: 0, wallets: [] };
    yield { ...change, months, dated, fields, signature: null, effect };
  }

  #datedElsewhere(atMs: number | null, months: readonly Month[], timeZone: string): DatedElsewhere | null {
    if (atMs === null) return null;
    const day = this.#clockOf(timeZone).day(atMs);
    const month = day.slice(0, 7) as Month;
    return months.includes(month) ? null : { day, month, isSigned: this.#signedMonths.has(month) };
  }

  #clockOf(timeZone: string): ZoneClock {
    const clock = this.#clocks.get(timeZone) ?? new ZoneClock(timeZone);
    this.#clocks.set(timeZone, clock);
    return clock;
  }

  #monthsOf({ before, after }: RowDates, timeZone: string): Month[] {
    const clock = this.#clockOf(timeZone);
    const dates = [before, after].filter((atMs) => atMs !== null);
    return [...new Set(dates.map((atMs) => clock.day(atMs).slice(0, 7) as Month))];
  }
}

// What pulls changed in paid transactions, and in the months signed over them.

/** A transaction that a pull is the first to bring. */
export interface BroughtTransaction {
  readonly pullId: number;
  readonly kind: "brought";
  readonly before: null;
  readonly after: Transaction;
}

/** In the order of `changes`, by pull; one newly paid or known counts in a month signed without it. */
export function* restateTransactions(
  changes: Iterable<RecordChange<Transaction> | BroughtTransaction>,
  standing: RestatementBaseline,
): Generator<Restatement> {
  const telling = new RestatementBuilder(standing);
  const pulls = new Map(standing.pulls.map((pull) => [pull.id, pull]));
  for (const { pullId, kind, before, after } of changes) {
    const pull = pulls.get(pullId);
    const transaction = after ?? before;
    if (pull === undefined || transaction === null) continue;
    const fields = before === null || after === null ? [] : compareTransactions(before, after).fields;
    if (before !== null && after !== null && fields.length === 0) continue;
    const paid = { before: paidDateOf(before), after: paidDateOf(after) };
    const effects = standing.signatures
      .filter((one) => standsAt(one, pullId) && (covers(one, paid.before) || covers(one, paid.after)))
      .map((signature) => ({ signature, movement: 0, closing: 0, wallets: [], dates: paid }));
    // One that becomes paid is the normal course of things, unless its month was closed without it.
    const wasPaid = kind === "returned" ? isPaid(transaction) : before !== null && isPaid(before);
    if (!wasPaid && effects.length === 0) continue;
    const subject = { ...transaction, walletID: null };
    const dates = { before: dateOf(before), after: dateOf(after) };
    const named = kind === "brought" ? "back-dated" : kind;
    yield* telling.tell(pull, { kind: named, subject, fields, effects, dates, datedAtMs: null });
  }
}

/** The time by which a transaction belongs to a month, milliseconds UTC; null while unpaid or absent. */
function paidDateOf(transaction: Transaction | null): number | null {
  return transaction !== null && isPaid(transaction) ? dateOf(transaction) : null;
}

function dateOf(transaction: Transaction | null): number | null {
  return transaction?.datePaidAtMs ?? transaction?.dateCreatedAtMs ?? null;
}
