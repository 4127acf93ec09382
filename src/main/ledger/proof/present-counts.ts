/** Counts the records at or above an id present after a pull, for many pulls in one walk a table. */

/** A question: how many records from an id on were present after a pull. */
interface PresentAsk {
  readonly pull: number;
  readonly from: number;
}

export class PresentCounts {
  readonly #asks: readonly PresentAsk[];
  readonly #counts: Float64Array;
  #walk: PullSums;
  #next = 0;

  /** @param pulls how many there are */
  constructor(asks: readonly PresentAsk[], pulls: number) {
    this.#asks = asks.toSorted((a, b) => a.from - b.from);
    this.#counts = new Float64Array(asks.length);
    this.#walk = new PullSums(pulls);
  }

  /** Takes a record that came (again) with 1, and one that is gone with −1; in ascending order of ids. */
  take(id: number, pull: number, weight: 1 | -1): void {
    this.#leaveOutBelow(id);
    this.#walk.add(pull, weight);
  }

  #leaveOutBelow(id: number): void {
    for (;;) {
      const ask = this.#asks[this.#next];
      if (ask === undefined || ask.from > id) return;
      this.#count(this.#next, -this.#walk.upTo(ask.pull));
      this.#next += 1;
    }
  }

  #count(at: number, more: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + more;
  }

  /** Ends a table; the next one starts at its lowest id again, and counts in addition. */
  endTable(): void {
    this.#leaveOutBelow(Infinity);
    for (const [at, { pull }] of this.#asks.entries()) this.#count(at, this.#walk.upTo(pull));
    this.#walk = this.#walk.emptied();
    this.#next = 0;
  }

  /** Each ask with its count, once all tables ended. */
  *counts(): Generator<readonly [ask: PresentAsk, count: number]> {
    for (const [at, ask] of this.#asks.entries()) yield [ask, this.#counts[at] ?? 0];
  }
}

/** Sums by pull in a tree: adding, and the sum up to a pull, each take time by the number's digits. */
class PullSums {
  readonly #sums: Float64Array;

  constructor(pulls: number) {
    this.#sums = new Float64Array(pulls + 1);
  }

  emptied(): PullSums {
    return new PullSums(this.#sums.length - 1);
  }

  add(pull: number, weight: number): void {
    for (let at = pull; at > 0 && at < this.#sums.length; at += at & -at)
      this.#sums[at] = (this.#sums[at] ?? 0) + weight;
  }

  upTo(pull: number): number {
    let sum = 0;
    for (let at = pull; at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }
}
