/** What a desk of decisions shows, told to whoever listens, and its writes, one after the other. */
import { NOTHING_DONE } from "./decision-stack.ts";
import type { DeskView } from "./desk-view.ts";

export class DeskState {
  readonly #listeners = new Set<() => void>();
  #last: Promise<unknown> = Promise.resolve();
  #view: DeskView = { stack: NOTHING_DONE, pending: 0, decisionStates: new Map(), unsaved: [] };

  /** The same object until something changes. */
  get view(): DeskView {
    return this.#view;
  }

  /** @returns a function that ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  show(change: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  /**
   * Works after all that came before, whether it failed or not, so that each has seen what the one before it
   * wrote.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.show({ pending: this.#view.pending + 1 });
    const turn = this.#last.then(work, work).finally(() => this.show({ pending: this.#view.pending - 1 }));
    this.#last = turn;
    return turn;
  }
}
