/** Ranks records beside what is chosen of the other side: by the amount they leave, their payrefs, and the time between. */
import type { TextColumn } from "../reconcile/input.ts";
import { type PayrefLikeness, payrefLikeness } from "../reconcile/suggestions.ts";
import { DAY_MS } from "../time.ts";

/** A record that may belong to the match. */
export interface RankedRow {
  readonly row: number;
  /** What it adds to its side: an entry's movement, what of a payment is still expected; null where that is not judged. */
  readonly amount: number | null;
  /** net − expected with it chosen, too; null where that is not judged. */
  readonly differenceLeft: number | null;
  /** In words, the weightiest first. */
  readonly reasons: readonly string[];
}

export interface RankedRows {
  /** The likeliest first, at most MOST_CANDIDATES. */
  readonly ranked: readonly RankedRow[];
  /** How many there are in all. */
  readonly total: number;
}

export const MOST_CANDIDATES = 50;

/** What the records are held against. */
export interface Beside {
  readonly payrefs: TextColumn;
  /** Ids of the payrefs that are chosen on the other side. */
  readonly chosenPayrefs: readonly number[];
  /** When what is chosen on the other side happened, milliseconds UTC; NaN for never. */
  readonly times: readonly number[];
  /** Words an amount. */
  readonly say: (amount: number) => string;
}

export interface Candidate {
  readonly row: number;
  readonly id: number;
  readonly amount: number | null;
  readonly differenceLeft: number | null;
  /** Id of its payref. */
  readonly payref: number;
  /** Milliseconds UTC; NaN for never. */
  readonly atMs: number;
  /** What else is to be said of it; null for nothing. */
  readonly standing: string | null;
}

interface Ranked {
  readonly candidate: Candidate;
  readonly likeness: PayrefLikeness | null;
  /** Whole days to the nearest of the other side; NaN where there are no two times. */
  readonly days: number;
  /** What comes first has the least keys. */
  readonly keys: readonly number[];
}

/** Takes candidates as they come and keeps the likeliest: the order in which they come changes nothing. */
export class Ranking {
  readonly #beside: Beside;
  readonly #chosenTexts: readonly string[];
  readonly #likeness = new Map<number, PayrefLikeness | null>();
  /** The likeliest first. */
  readonly #best: Ranked[] = [];
  #total = 0;

  constructor(beside: Beside) {
    this.#beside = beside;
    this.#chosenTexts = [...new Set(beside.chosenPayrefs)].map((id) => beside.payrefs.at(id));
  }

  add(candidate: Candidate): void {
    this.#total += 1;
    const ranked = this.#rank(candidate);
    const last = this.#best.at(-1);
    if (last !== undefined && this.#best.length === MOST_CANDIDATES && comesBefore(last, ranked)) return;
    const at = this.#best.findIndex((one) => comesBefore(ranked, one));
    this.#best.splice(at === -1 ? this.#best.length : at, 0, ranked);
    if (this.#best.length > MOST_CANDIDATES) this.#best.pop();
  }

  finish(): RankedRows {
    const ranked = this.#best.map((one) => {
      const { row, amount, differenceLeft } = one.candidate;
      return { row, amount, differenceLeft, reasons: this.#reasons(one) };
    });
    return { ranked, total: this.#total };
  }

  #rank(candidate: Candidate): Ranked {
    const { differenceLeft, payref, atMs, id } = candidate;
    const likeness = this.#likenessOf(payref);
    const left = Math.abs(differenceLeft ?? Number.MAX_VALUE);
    const apart = Math.min(
      ...this.#beside.times.map((time) => Math.abs(time - atMs)).filter(Number.isFinite),
    );
    const keys = [left === 0 ? 0 : 1, likeness === null ? NO_RANK : RANK[likeness], left, apart, id];
    return { candidate, likeness, days: Math.floor(apart / DAY_MS), keys };
  }

  #likenessOf(payref: number): PayrefLikeness | null {
    if (this.#chosenTexts.length === 0) return null;
    const known = this.#likeness.get(payref);
    if (known !== undefined) return known;
    const text = this.#beside.payrefs.at(payref);
    const all = this.#chosenTexts.flatMap((chosen) => payrefLikeness(chosen, text) ?? []);
    const nearest = all.toSorted((a, b) => RANK[a] - RANK[b])[0] ?? null;
    this.#likeness.set(payref, nearest);
    return nearest;
  }

  #reasons({ candidate, likeness, days }: Ranked): string[] {
    const { differenceLeft: left, standing } = candidate;
    return [
      ...(left === null ? [] : [left === 0 ? "same amount" : `leaves ${this.#beside.say(left)}`]),
      ...(likeness === null ? [] : [LIKENESS_WORDS[likeness]]),
      ...(Number.isFinite(days) ? [daysWords(days)] : []),
      ...(standing === null ? [] : [standing]),
    ];
  }
}

const RANK: Readonly<Record<PayrefLikeness, number>> = { same: 0, folded: 1, "one-letter": 2 };
const NO_RANK = 3;

const LIKENESS_WORDS: Readonly<Record<PayrefLikeness, string>> = {
  same: "same payref",
  folded: "payref differs in letter case or blanks alone",
  "one-letter": "payref differs by one letter",
};

function daysWords(days: number): string {
  if (days === 0) return "less than a day apart";
  return days === 1 ? "1 day apart" : `${days} days apart`;
}

/** Ids differ at the latest, so that one of two always comes first. */
function comesBefore(one: Ranked, other: Ranked): boolean {
  const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
  return at !== -1 && (one.keys[at] as number) < (other.keys[at] as number);
}
