/** Pseudo-random numbers that are the same on every machine: sfc32 over 32-bit integers. */

/** One round of splitmix32: spreads a 32-bit integer over all 32 bits, each value onto another. */
export function scramble(value: number): number {
  let x = (value + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A 32-bit integer from several, each of which matters. */
export function mix(...keys: readonly number[]): number {
  let mixed = 0x5bd1e995;
  for (const key of keys) mixed = scramble(mixed ^ key);
  return mixed;
}

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param keys 32-bit integers; the same keys give the same numbers */
  constructor(...keys: readonly number[]) {
    this.#a = mix(...keys) | 0;
    this.#b = scramble(this.#a) | 0;
    this.#c = scramble(this.#b) | 0;
  }

  /** The next integer, 0 … 2^32 − 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** An integer from 0 to just below `count`, which is at most 2^32. */
  below(count: number): number {
    return Math.floor((this.next() * count) / 0x1_0000_0000);
  }

  /** An integer between two, both included. */
  between(lowest: number, highest: number): number {
    return lowest + this.below(highest - lowest + 1);
  }

  /** True as often as `percent` says. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }
}
