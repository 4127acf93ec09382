/** Findings that were matched by hand in this window: the check that follows raises them no more. */
import { useSyncExternalStore } from "react";

export interface Solved {
  /** `matched with payID 14022` */
  readonly words: string;
  /** The ledger's matches, by name, that the check went by when it was matched. */
  readonly before: string;
}

let solved: ReadonlyMap<string, Solved> = new Map();
const listeners = new Set<() => void>();

export function markSolved(fingerprint: string, how: Solved): void {
  solved = new Map(solved).set(fingerprint, how);
  for (const listener of listeners) listener();
}

/** By fingerprint. */
export function useSolved(): ReadonlyMap<string, Solved> {
  return useSyncExternalStore(listen, () => solved);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
