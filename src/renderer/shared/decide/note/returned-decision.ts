/** The decision on several findings that somebody goes back to, because it was not saved. */
import { useSyncExternalStore } from "react";
import type { UnsavedDecision } from "../../../check/decisions/use-decisions.ts";

let returned: { readonly ledger: string; readonly unsaved: UnsavedDecision } | null = null;
const listeners = new Set<() => void>();

/**
 * @param ledger its key, which names it in the window
 * @param unsaved null once the queue has taken it
 */
export function returnTo(ledger: string, unsaved: UnsavedDecision | null): void {
  returned = unsaved === null ? null : { ledger, unsaved };
  for (const listener of listeners) listener();
}

/** @returns null when nobody goes back to one */
export function useReturned(ledger: string): UnsavedDecision | null {
  return useSyncExternalStore(listen, () => (returned?.ledger === ledger ? returned.unsaved : null));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
