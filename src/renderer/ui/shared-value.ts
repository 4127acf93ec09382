/** `const said = sharedValue("")`: one value for the whole window; `said.useValue()` follows it. */
import { useSyncExternalStore } from "react";

export class Listeners<T = void> {
  readonly #all = new Set<(told: T) => void>();

  /** @returns a function that ends it */
  listen = (listener: (told: T) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  tell(told: T): void {
    for (const listener of this.#all) listener(told);
  }
}

export function sharedValue<T>(first: T) {
  let value = first;
  const listeners = new Listeners();
  const get = () => value;
  const put = (next: T) => {
    value = next;
    listeners.tell();
  };
  return { get, put, useValue: () => useSyncExternalStore(listeners.listen, get) };
}
