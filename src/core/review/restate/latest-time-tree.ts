/**
 * Latest times by position, with the two searches that cut a wallet into months: the latest time up to a
 * position, and the first position with a later time.
 */

/** The time of a position that is empty. */
const NONE = -Infinity;

/**
 * Milliseconds UTC by position, some of them empty. Each question and each change takes time by the logarithm
 * of its length.
 */
export class LatestTimeTree {
  readonly length: number;
  /** A tree over the positions: node n is the later of nodes 2n and 2n + 1, position p is node width + p. */
  readonly #latest: Float64Array;
  readonly #width: number;

  constructor(length: number) {
    this.length = length;
    this.#width = 2 ** Math.ceil(Math.log2(Math.max(length, 2)));
    this.#latest = new Float64Array(2 * this.#width).fill(NONE);
  }

  /** null where it is empty. */
  at(position: number): number | null {
    const atMs = this.#node(this.#width + position);
    return atMs === NONE ? null : atMs;
  }

  /** @param atMs null empties the position */
  set(position: number, atMs: number | null): void {
    let node = this.#width + position;
    this.#latest[node] = atMs ?? NONE;
    for (node >>= 1; node > 0; node >>= 1) {
      const latest = Math.max(this.#node(2 * node), this.#node(2 * node + 1));
      if (latest === this.#latest[node]) return;
      this.#latest[node] = latest;
    }
  }

  /** The latest time at or before a position; null when there is none. */
  latestUpTo(position: number): number | null {
    let node = this.#width + position;
    let latest = this.#node(node);
    for (; node > 1; node >>= 1) if (node % 2 === 1) latest = Math.max(latest, this.#node(node - 1));
    return latest === NONE ? null : latest;
  }

  /** The first position whose time is `atMs` or later; the length when there is none. */
  firstFrom(atMs: number): number {
    if (this.#node(1) < atMs) return this.length;
    let node = 1;
    while (node < this.#width) node = this.#node(2 * node) >= atMs ? 2 * node : 2 * node + 1;
    return node - this.#width;
  }

  /** The last position before another one that is not empty; −1 when there is none. */
  lastBefore(position: number): number {
    if (position >= this.#width) return this.#lastUnder(1);
    for (let node = this.#width + position; node > 1; node >>= 1) {
      if (node % 2 === 1 && this.#node(node - 1) !== NONE) return this.#lastUnder(node - 1);
    }
    return -1;
  }

  #lastUnder(top: number): number {
    if (this.#node(top) === NONE) return -1;
    let node = top;
    while (node < this.#width) node = this.#node(2 * node + 1) === NONE ? 2 * node : 2 * node + 1;
    return node - this.#width;
  }

  #node(node: number): number {
    return this.#latest[node] as number;
  }
}
