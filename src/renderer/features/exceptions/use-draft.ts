/** `const [draft, put] = useDraft(key)`: a decision being worded, kept in this tab until it is saved or thrown away. */
import { useCallback, useSyncExternalStore } from "react";
import { DECISION_DRAFTS, type Draft, type DraftStorage, Drafts } from "./drafts.ts";

/** The tab's storage, where the browser grants one. */
export function tabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const drafts = new Drafts(DECISION_DRAFTS, tabStorage());

export function useDraft(key: string): [draft: Draft, put: (draft: Draft) => void] {
  return useDraftOf(drafts, key);
}

/** The draft under a key among drafts of any kind, and what puts another in its place. */
export function useDraftOf<D>(among: Drafts<D>, key: string): [draft: D, put: (draft: D) => void] {
  const draft = useSyncExternalStore(among.listen, () => among.of(key));
  return [draft, useCallback((next: D) => among.put(key, next), [among, key])];
}
