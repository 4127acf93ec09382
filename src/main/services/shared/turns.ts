/** Work on things that must not be worked on at once. */

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Does something once all that was given before with one of its keys is over, however that ended.
   *
   * @throws what the work raises
   */
  async after<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const done = Promise.all(keys.map(async (key) => this.#last.get(key))).then(work);
    const over = done.catch(() => undefined);
    for (const key of keys) this.#last.set(key, over);
    return done;
  }
}
