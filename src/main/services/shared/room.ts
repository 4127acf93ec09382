/** Work that shares something there is only so much of. */

interface Waiting {
  readonly share: number;
  readonly enter: () => void;
}

export class Room {
  readonly #size: number;
  #taken = 0;
  readonly #waiting: Waiting[] = [];

  /** @param size in whatever unit the shares are */
  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Does something as soon as there is room for it, first come, first served; alone, if it is larger than the
   * room.
   *
   * @throws what the work raises
   */
  async within<T>(wanted: number, work: () => Promise<T>): Promise<T> {
    const share = Math.min(wanted, this.#size);
    await this.#enter(share);
    try {
      return await work();
    } finally {
      this.#taken -= share;
      this.#letIn();
    }
  }

  async #enter(share: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ share, enter });
      this.#letIn();
    });
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || this.#taken + next.share > this.#size) return;
      this.#waiting.shift();
      this.#taken += next.share;
      next.enter();
    }
  }
}
