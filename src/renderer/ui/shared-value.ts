/** `const said = sharedValue("")`: one value for the whole window; `said.useValue()` follows it. */
import { useSyncExternalStore } from "react";

export class Listeners {
  readonly #all = new Set<() => void>();

  /** @returns a function that ends it */
  listen = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of this.#all) listener();
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
