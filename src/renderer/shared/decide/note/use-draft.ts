/**
 * `const [draft, put] = useDraft(key)`: a decision being worded, kept in this tab until it is saved or thrown
 * away.
 */
import { useCallback, useSyncExternalStore } from "react";
import type { DecisionDraft } from "../../../check/protocol.ts";
import { tabStorage } from "../../../tab-storage.ts";
import { DECISION_DRAFTS, type Draft, Drafts } from "./drafts.ts";

const drafts = new Drafts(DECISION_DRAFTS, tabStorage());

/** Names the draft on a finding of a ledger. */
export function draftKey(ledger: string, fingerprint: string): string {
  return `${ledger}/${fingerprint}`;
}

/**
 * Names the draft on the selection.
 *
 * @param returned the findings of a decision that was not saved, whose draft is another one
 */
export function selectionKey(ledger: string, returned: DecisionDraft["items"] = []): string {
  const [first] = returned;
  return draftKey(
    ledger,
    first === undefined ? "selection" : `selection/${returned.length}/${first.fingerprint}`,
  );
}

/**
 * Puts a draft back that could not be saved. What was begun in its place meanwhile stays, after it.
 *
 * @param key of `draftKey` or `selectionKey`
 */
export function giveDraftBack(key: string, draft: Draft): void {
  const begun = drafts.of(key);
  const note = [draft.note, begun.note].filter((one) => one !== "").join("\n");
  drafts.put(key, { ...draft, status: begun.status ?? draft.status, note });
}

/** Drops a draft that was given back, unless somebody went on with it. */
export function dropDraft(key: string, { status, note }: Draft): void {
  const held = drafts.of(key);
  if (held.status === status && held.note === note) drafts.drop(key);
}

export function useDraft(key: string): [draft: Draft, put: (draft: Draft) => void] {
  return useDraftOf(drafts, key);
}

/** The draft under a key among drafts of any kind, and what puts another in its place. */
export function useDraftOf<D>(among: Drafts<D>, key: string): [draft: D, put: (draft: D) => void] {
  const draft = useSyncExternalStore(among.listen, () => among.of(key));
  return [draft, useCallback((next: D) => among.put(key, next), [among, key])];
}
