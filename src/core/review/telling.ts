/** Puts restatements together, one for each signed month that a change touches. */
import type { ChainScope } from "../options.ts";
import type { FieldChange } from "../reconcile/findings.ts";
import { ZoneClock } from "../time.ts";
import type { Month } from "./close.ts";
import type { PullReach } from "./earlier-pulls.ts";
import type { Restatement, RestatementKind } from "./restatements.ts";
import { type Signature, isInForce } from "./signatures.ts";
import type { MonthEffect, RowDates } from "./wallet-books.ts";

/** What records are restated against. */
export interface Standing {
  /** Oldest first. */
  readonly pulls: readonly PullReach[];
  readonly signatures: readonly Signature[];
  /** By which months are named that nobody signed. */
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

/** A change, before it is told. */
export interface Told {
  readonly kind: RestatementKind;
  readonly subject: Pick<Restatement, "walletID" | "payID" | "payref" | "userID" | "businessID">;
  readonly fields: readonly FieldChange[];
  /** The signed months that it touches. */
  readonly effects: readonly MonthEffect[];
  /** When the record counts where it touches none, milliseconds UTC. */
  readonly dates: RowDates;
}

/** Months are named in the zone that they were signed in, else in the ledger's. */
export class Telling {
  readonly #timeZone: string;
  readonly #clocks = new Map<string, ZoneClock>();

  constructor({ timeZone }: Standing) {
    this.#timeZone = timeZone;
  }

  *tell(pull: PullReach, { kind, subject, fields, effects, dates }: Told): Generator<Restatement> {
    const { walletID, payID, payref, userID, businessID } = subject;
    const who = { walletID, payID, payref, userID, businessID };
    const change = { pullId: pull.id, atMs: pull.finishedAtMs, kind, ...who };
    for (const { signature, movement, closing, wallets, dates: own } of effects) {
      const { month, stepId, by, atMs, timeZone } = signature;
      const signed = { month, stepId, by, atMs, stillInForce: isInForce(signature) };
      const effect = { movement, closing, wallets };
      yield { ...change, months: this.#monthsOf(own, timeZone), fields, signature: signed, effect };
    }
    if (effects.length > 0) return;
    const months = this.#monthsOf(dates, this.#timeZone);
    yield { ...change, months, fields, signature: null, effect: { movement: 0, closing: 0, wallets: [] } };
  }

  #monthsOf({ before, after }: RowDates, timeZone: string): Month[] {
    const clock = this.#clocks.get(timeZone) ?? new ZoneClock(timeZone);
    this.#clocks.set(timeZone, clock);
    const dates = [before, after].filter((atMs) => atMs !== null);
    return [...new Set(dates.map((atMs) => clock.day(atMs).slice(0, 7) as Month))];
  }
}
