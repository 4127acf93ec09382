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

  /** Takes one step. Returns whether there was room for it. */
  spend(): boolean {
    if (this.#of !== null && !this.#of.spend()) this.end();
    this.#left -= 1;
    return this.#left >= 0;
  }

  /** Leaves no room for another step. */
  end(): void {
    this.#left = -1;
  }
}
