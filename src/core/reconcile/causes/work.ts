/** Work that is counted, so that a search ends at the same step on every computer. */
export class Work {
  #left: number;
  readonly #of: Work | null;

  /** @param of what it is a part of, which is spent with it */
  constructor(steps: number, of: Work | null = null) {
    this.#left = steps;
    this.#of = of;
  }

  /** Whether more was asked for than there was. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** How many steps may be taken yet. */
  get left(): number {
    return Math.min(this.#left, this.#of?.left ?? Infinity);
  }

  /** Takes steps. @returns whether there was room for them */
  spend(steps = 1): boolean {
    if (this.#of !== null && !this.#of.spend(steps)) this.end();
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Leaves no room for another step. */
  end(): void {
    this.#left = -1;
  }
}
