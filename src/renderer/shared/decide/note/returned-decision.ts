/** The decision on several findings that somebody goes back to, because it was not saved. */
import { useSyncExternalStore } from "react";
import type { UnsavedDecision } from "../../../check/decisions/use-decisions.ts";

let returned: UnsavedDecision | null = null;
const listeners = new Set<() => void>();

/** @param unsaved null once the queue has taken it */
export function returnTo(unsaved: UnsavedDecision | null): void {
  returned = unsaved;
  for (const listener of listeners) listener();
}

/** @returns null when nobody goes back to one */
export function useReturned(): UnsavedDecision | null {
  return useSyncExternalStore(listen, () => returned);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
