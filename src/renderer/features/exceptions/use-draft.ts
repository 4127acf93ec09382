/** `const [draft, put] = useDraft(key)`: a decision being worded, kept in this tab until it is saved or thrown away. */
import { useCallback, useSyncExternalStore } from "react";
import { type Draft, type DraftStorage, Drafts } from "./drafts.ts";

/** The tab's storage, where the browser grants one. */
function tabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const drafts = new Drafts(tabStorage());

export function useDraft(key: string): [draft: Draft, put: (draft: Draft) => void] {
  const draft = useSyncExternalStore(drafts.listen, () => drafts.of(key));
  return [draft, useCallback((next: Draft) => drafts.put(key, next), [key])];
}
