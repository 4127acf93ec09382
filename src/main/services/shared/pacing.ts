/** Paces work: cancels between steps, takes turns, limits how much memory-hungry work runs at once, keeps results in order. */
import { setImmediate } from "node:timers/promises";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "./thread-messages.ts";

/**
 * Goes on unless the user wants to stop. Call it before a step that keeps the thread busy. A signal is only
 * heard while the thread is free, so it waits one turn for those that came during the step before.
 *
 * @param done what is done already, for the error; nothing as a rule
 * @throws TieoutError CANCELLED
 */
export async function goOn(context: ServiceContext, done?: string): Promise<void> {
  await setImmediate();
  refuseCancelled(context, done);
}

/** As `goOn`, for a step that is not waited for. @throws TieoutError CANCELLED */
export function refuseCancelled({ signal }: ServiceContext, done = "It was interrupted"): void {
  if (signal?.aborted === true) throw new TieoutError("CANCELLED", done);
}

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does it once all given before with one of its keys is over, however that ended. @throws as the work */
  async after<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const done = Promise.all(keys.map(async (key) => this.#last.get(key))).then(work);
    const over = done.catch(() => undefined);
    for (const key of keys) this.#last.set(key, over);
    return done;
  }
}

export class MemoryShares {
  readonly #size: number;
  #taken = 0;
  readonly #waiting: { readonly share: number; readonly enter: () => void }[] = [];

  /** @param size in whatever unit the shares are */
  constructor(size: number) {
    this.#size = size;
  }

  /** Works once there is room, in turn; alone, if larger than the room. @throws what the work raises */
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

/**
 * Begins with `most` of them, and with another one whenever a result was taken.
 *
 * @param leave called at the end, before what is under way is waited for: nobody takes its results any more
 * @throws what the work of the next one raises; what is under way is waited for then
 */
export async function* inOrder<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
  leave: () => void = () => {},
): AsyncGenerator<R> {
  const begin = (item: T) => {
    const working = work(item);
    // One that fails before its turn is heard of when it is its turn.
    working.catch(() => undefined);
    return working;
  };
  const begun = items.slice(0, most).map(begin);
  try {
    for (let at = 0; at < begun.length; at += 1) {
      yield await (begun[at] as Promise<R>);
      if (at + most < items.length) begun.push(begin(items[at + most] as T));
    }
  } finally {
    leave();
    await Promise.allSettled(begun);
  }
}
