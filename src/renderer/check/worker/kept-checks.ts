/** Checks that were made lately or ahead: who goes back to a month, or on to the next, waits for none. */
import type { CheckInput } from "../../../core/reconcile/input.ts";
import type { CheckOptions } from "../../../core/options.ts";
import type { CheckResult } from "../../../core/reconcile/result/result.ts";
import { type Period, addDays, monthDays } from "../../../core/time.ts";
import type { AskedPeriod, CheckSummary, DisplayFormat } from "../protocol.ts";

/** What a check came to. */
export interface MadeCheck {
  readonly result: CheckResult;
  readonly summary: CheckSummary;
}

/** What a check depends on beside the records. */
export interface CheckAsked {
  readonly options: CheckOptions;
  /** null for the whole history. */
  readonly period: Period | null;
  readonly wording: DisplayFormat;
}

/** The one that is shown, the one before it, and two made ahead. */
const MOST_KEPT = 4;
/** With more entries than these, each takes tens of megabytes and none is kept. */
const MOST_ENTRIES = 400_000;

export class KeptChecks {
  #input: CheckInput | null = null;
  /** By what was asked; the newest last. */
  readonly #made = new Map<string, MadeCheck>();

  /** A check of exactly these records; null where none is kept. */
  find(input: CheckInput, asked: CheckAsked): MadeCheck | null {
    return input === this.#input ? (this.#made.get(JSON.stringify(asked)) ?? null) : null;
  }

  /** Keeps a check as the newest; those of other records are forgotten. */
  keep(input: CheckInput, asked: CheckAsked, made: MadeCheck): void {
    if (input !== this.#input) this.#made.clear();
    this.#input = input;
    if (!isKept(input)) return;
    const name = JSON.stringify(asked);
    this.#made.delete(name);
    this.#made.set(name, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > MOST_KEPT && oldest !== undefined) this.#made.delete(oldest);
  }
}

/** Whether checks of these records are kept. */
export function isKept({ entries }: CheckInput): boolean {
  return entries.length <= MOST_ENTRIES;
}

/** The months with entries right before and after the month that a check is of; none where it is of no month. */
export function monthsBeside({ period, months }: CheckSummary): NonNullable<AskedPeriod>[] {
  const whole = period === null ? null : monthDays(period.from.slice(0, 7));
  if (period === null || whole === null || whole.from !== period.from || whole.to !== period.to) return [];
  const beside = [addDays(period.from, -1), addDays(period.to, 1)].map((day) => day.slice(0, 7));
  return beside.filter((month) => months.includes(month)).flatMap((month) => monthDays(month) ?? []);
}
