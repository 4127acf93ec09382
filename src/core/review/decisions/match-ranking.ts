/** Ranks match candidates: by the difference they leave, their payrefs, and the days between; those in another currency last. */
import { NO_PAYREF, type TextColumn } from "../../reconcile/input/input.ts";
import { hundredfoldWords } from "../../reconcile/payrefs/tied-entries.ts";
import { type PayrefLikeness, payrefLikeness } from "../../reconcile/payrefs/likeness-filter.ts";
import { DAY_MS } from "../../time.ts";

export interface RankedRow {
  readonly row: number;
  /** What it adds to its side: an entry's movement, what a payment still expects; null: not judged. */
  readonly amount: number | null;
  /** net − expected with it chosen, too; null where that is not judged. */
  readonly differenceLeft: number | null;
  /** Whether it leaves nothing, or its payref is nearly that of the other side: nothing else says it. */
  readonly fits: boolean;
  /** In words, the weightiest first: `same amount`, `payref differs by one letter`, `2 days apart`. */
  readonly reasons: readonly string[];
}

export interface RankedRows {
  /** The likeliest first, at most MOST_CANDIDATES. */
  readonly ranked: readonly RankedRow[];
  /** How many there are in all. */
  readonly total: number;
  /**
   * Whether several complete the match by the same amount, or are taken back by it where none completes it, and
   * no payref tells one of them from the others.
   */
  readonly isEqual: boolean;
}

const MOST_CANDIDATES = 50;

/** What the records are compared with. */
interface Beside {
  readonly payrefs: TextColumn;
  /** Ids of the payrefs that are chosen on the other side. */
  readonly chosenPayrefs: readonly number[];
  /** When what is chosen on the other side happened, milliseconds UTC; NaN for never. */
  readonly times: readonly number[];
  /** What would settle what is chosen, in the service's unit; null where that is not judged. */
  readonly wanted: number | null;
  /** Words an amount. */
  readonly say: (amount: number) => string;
}

interface Candidate {
  readonly row: number;
  readonly id: number;
  readonly amount: number | null;
  readonly differenceLeft: number | null;
  /** Its currency where what is chosen is in others: their amounts are not compared; else null. */
  readonly otherCurrency: string | null;
  /** Id of its payref. */
  readonly payref: number;
  /** Milliseconds UTC; NaN for never. */
  readonly atMs: number;
  /** What has come of a payment that what is chosen would take back to the unit; null for none. */
  readonly takenBack: number | null;
  /** A further remark on it; null for none. */
  readonly standing: string | null;
}

interface Ranked {
  readonly candidate: Candidate;
  readonly likeness: PayrefLikeness | null;
  /** Whether it is exactly a hundred times what is wanted, or a hundredth. */
  readonly isTimes: boolean;
  /** Milliseconds to the nearest of the other side; Infinity where there are no two times. */
  readonly apart: number;
}

/** Takes candidates as they come and keeps the likeliest: the order in which they come changes nothing. */
export class Ranking {
  readonly #beside: Beside;
  readonly #chosenTexts: readonly string[];
  /** The likeliest first. */
  readonly #best: Ranked[] = [];
  #total = 0;

  constructor(beside: Beside) {
    this.#beside = beside;
    this.#chosenTexts = [...new Set(beside.chosenPayrefs)].map((id) => beside.payrefs.at(id));
  }

  /** Nearly all of a million fall out by their amounts and payrefs alone. */
  add(candidate: Candidate): void {
    this.#total += 1;
    const last = this.#best.length === MOST_CANDIDATES ? this.#best.at(-1) : undefined;
    if (last !== undefined && sumRank(candidate) > sumRank(last.candidate)) return;
    const likeness = this.#likenessOf(candidate.payref);
    const isTimes = timesOf(candidate, this.#beside.wanted) !== null;
    if (last !== undefined && byAmountAndPayref({ candidate, likeness, isTimes }, last) > 0) return;
    const ranked = { candidate, likeness, isTimes, apart: this.#apart(candidate.atMs) };
    if (last !== undefined && compare(ranked, last) > 0) return;
    const at = this.#best.findIndex((one) => compare(ranked, one) < 0);
    this.#best.splice(at === -1 ? this.#best.length : at, 0, ranked);
    if (this.#best.length > MOST_CANDIDATES) this.#best.pop();
  }

  finish(): RankedRows {
    const ranked = this.#best.map((one) => {
      const { row, amount, differenceLeft } = one.candidate;
      const fits = sumRank(one.candidate) < NO_SUM || one.likeness !== null;
      return { row, amount, differenceLeft, fits, reasons: this.#reasons(one) };
    });
    const rank = this.#best[0] === undefined ? NO_SUM : sumRank(this.#best[0].candidate);
    const equal = rank < NO_SUM ? this.#best.filter(({ candidate }) => sumRank(candidate) === rank) : [];
    const isEqual = equal.length > 1 && equal.every(({ likeness }) => likeness === null);
    return { ranked, total: this.#total, isEqual };
  }

  #apart(atMs: number): number {
    return this.#beside.times.reduce((least, time) => {
      const apart = Math.abs(time - atMs);
      return apart < least ? apart : least;
    }, Infinity);
  }

  #likenessOf(payref: number): PayrefLikeness | null {
    if (this.#chosenTexts.length === 0 || payref === NO_PAYREF) return null;
    const text = this.#beside.payrefs.at(payref);
    let nearest: PayrefLikeness | null = null;
    for (const chosen of this.#chosenTexts) {
      const likeness = payrefLikeness(chosen, text);
      if (rankOf(likeness) < rankOf(nearest)) nearest = likeness;
    }
    return nearest;
  }

  #reasons({ candidate, likeness, apart }: Ranked): string[] {
    const { differenceLeft: left, otherCurrency, standing, takenBack } = candidate;
    const { say, wanted } = this.#beside;
    const times = timesOf(candidate, wanted);
    return [
      ...(otherCurrency === null ? [] : [`in another currency, ${otherCurrency}`]),
      ...(takenBack === null ? [] : [`takes back its ${say(takenBack)}`]),
      ...(left === null || takenBack !== null ? [] : [amountWords(candidate, say(left))]),
      ...(times === null ? [] : [times]),
      ...(likeness === null ? [] : [LIKENESS_WORDS[likeness]]),
      ...(apart === Infinity ? [] : [daysWords(Math.floor(apart / DAY_MS))]),
      ...(standing === null ? [] : [standing]),
    ];
  }
}

const RANK: Readonly<Record<PayrefLikeness, number>> = { same: 0, folded: 1, "one-letter": 2 };

function rankOf(likeness: PayrefLikeness | null): number {
  return likeness === null ? 3 : RANK[likeness];
}

const LIKENESS_WORDS: Readonly<Record<PayrefLikeness, string>> = {
  same: "same payref",
  folded: "payref differs only in letter case or spaces",
  "one-letter": "payref differs by one character",
};

function daysWords(days: number): string {
  if (days === 0) return "less than a day apart";
  return days === 1 ? "1 day apart" : `${days} days apart`;
}

function timesOf({ amount, otherCurrency }: Candidate, wanted: number | null): string | null {
  if (otherCurrency !== null || amount === null || wanted === null) return null;
  return hundredfoldWords(amount, wanted);
}

function amountWords(candidate: Candidate, left: string): string {
  if (candidate.differenceLeft !== 0) return `leaves ${left}`;
  return candidate.amount === 0 ? "moves nothing" : "same amount";
}

/** The rank of what neither completes nor takes back. */
const NO_SUM = 2;

/** 0, the first, where it leaves nothing; what moves nothing completes nothing. Then what is taken back; last another currency. */
function sumRank({ amount, differenceLeft, otherCurrency, takenBack }: Candidate): number {
  if (otherCurrency !== null) return NO_SUM + 1;
  if (differenceLeft === 0 && amount !== 0) return 0;
  return takenBack === null ? NO_SUM : 1;
}

function leftBy({ candidate: { differenceLeft } }: Omit<Ranked, "apart">): number {
  return Math.abs(differenceLeft ?? Number.MAX_VALUE);
}

/** Below 0 where the first comes first. */
function byAmountAndPayref(one: Omit<Ranked, "apart">, other: Omit<Ranked, "apart">): number {
  return (
    sumRank(one.candidate) - sumRank(other.candidate) ||
    rankOf(one.likeness) - rankOf(other.likeness) ||
    Number(other.isTimes) - Number(one.isTimes) ||
    leftBy(one) - leftBy(other)
  );
}

/** Ids differ at the latest, so that one of two always comes first. */
function compare(one: Ranked, other: Ranked): number {
  return (
    byAmountAndPayref(one, other) ||
    // Two that are infinitely far are equally far.
    (one.apart === other.apart ? 0 : one.apart - other.apart) ||
    one.candidate.id - other.candidate.id
  );
}
