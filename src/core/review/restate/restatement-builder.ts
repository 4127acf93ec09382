/** Builds restatements, one for each signed month that a change affects. */
import type { ChainScope } from "../../options.ts";
import type { FieldChange } from "../../reconcile/result/findings.ts";
import { ZoneClock } from "../../time.ts";
import type { Month } from "../close/close.ts";
import type { PullReach } from "./earlier-pulls.ts";
import type { DatedElsewhere, Restatement, RestatementKind } from "./restatements.ts";
import { type Signature, isInForce } from "./signatures.ts";
import type { MonthEffect, RowDates } from "./wallet-books.ts";

/** What records are restated against. */
export interface RestatementBaseline {
  /** Oldest first. */
  readonly pulls: readonly PullReach[];
  readonly signatures: readonly Signature[];
  /** The time zone that names unsigned months. */
  readonly timeZone: string;
  readonly chainScope: ChainScope;
}

/** What a pull did to a record that was known before it. */
export interface RecordChange<R> {
  readonly pullId: number;
  readonly kind: "changed" | "vanished" | "returned";
  /** null where it was gone. */
  readonly before: R | null;
  /** null where it is gone. */
  readonly after: R | null;
}

/** A change, before it becomes a restatement. */
export interface RecordedChange {
  readonly kind: RestatementKind;
  readonly subject: Pick<Restatement, "walletID" | "payID" | "payref" | "userID" | "businessID">;
  readonly fields: readonly FieldChange[];
  /** The signed months that it touches. */
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
