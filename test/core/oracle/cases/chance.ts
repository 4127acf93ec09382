/** Chance from a seed: the same seed gives the same choices on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1), after mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to limit − 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True once in `oneIn` times. */
  once(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  /** One of some values, each as likely. */
  of<T>(...values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const mixed = [...values];
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
    }
    return mixed;
  }
}
