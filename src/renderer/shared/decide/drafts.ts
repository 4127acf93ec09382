/** What is being worded: it outlives a failed save, moving to another line and a reload of the page. */
import { Listeners, sharedValue } from "../../ui/shared-value.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { type TabStorage, tabStorage } from "../../bridge/tab-storage.ts";
import { useCallback, useSyncExternalStore } from "react";
import type { DecisionDraft } from "../../bridge/protocol.ts";
import type { UnsavedDecision } from "../../rows/use-decisions.ts";

export interface Draft {
  /** null while the person has not said what is decided. */
  readonly status: DecisionStatus | null;
  readonly note: string;
  /** The newest decision that the person had before them when the draft was begun, null without one. */
  readonly seen: number | null;
}

export const NO_DRAFT: Draft = { status: null, note: "", seen: null };

export function isEmptyDraft({ status, note }: Draft): boolean {
  return status === null && note === "";
}

export interface DraftKind<D> {
  /** What its keys begin with in storage, which it shares with no other kind. */
  readonly prefix: string;
  readonly none: D;
  readonly isEmpty: (draft: D) => boolean;
  readonly read: (stored: D) => D;
}

export const DECISION_DRAFTS: DraftKind<Draft> = {
  prefix: "tieout.draft.",
  none: NO_DRAFT,
  isEmpty: isEmptyDraft,
  read: ({ status, note, seen }) => ({ status, note, seen }),
};

/**
 * Drafts by what they are about: a fingerprint in a ledger, or the selection. Where nothing can be stored
 * they live as long as the page.
 */
export class Drafts<D> {
  readonly #kind: DraftKind<D>;
  readonly #storage: TabStorage | null;
  readonly #held = new Map<string, D>();
  readonly #listeners = new Listeners();

  /** @param storage of the tab; null keeps drafts in memory only */
  constructor(kind: DraftKind<D>, storage: TabStorage | null) {
    this.#kind = kind;
    this.#storage = storage;
  }

  /** The draft, the same object until it changes. */
  of(key: string): D {
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    const stored = this.#stored(key);
    this.#held.set(key, stored);
    return stored;
  }

  put(key: string, draft: D): void {
    const { prefix, none } = this.#kind;
    const isEmpty = this.#kind.isEmpty(draft);
    this.#held.set(key, isEmpty ? none : draft);
    try {
      if (isEmpty) this.#storage?.removeItem(prefix + key);
      else this.#storage?.setItem(prefix + key, JSON.stringify(draft));
    } catch {
      // A full storage costs the draft its reload, nothing else.
    }
    this.#listeners.tell();
  }

  drop(key: string): void {
    this.put(key, this.#kind.none);
  }

  readonly listen = this.#listeners.listen;

  #stored(key: string): D {
    const { prefix, none, read } = this.#kind;
    try {
      return read(JSON.parse(this.#storage?.getItem(prefix + key) ?? "null") as D);
    } catch {
      return none;
    }
  }
}

// `const [draft, put] = useDraft(key)`: a decision being worded, kept in this tab until it is saved or thrown
// away.

const drafts = new Drafts(DECISION_DRAFTS, tabStorage());

export function draftKey(ledger: string, fingerprint: string): string {
  return `${ledger}/${fingerprint}`;
}

/**
 * Names the draft on the selection.
 *
 * @param givenBack the findings of a decision that was not saved, whose draft is another one
 */
export function selectionKey(ledger: string, givenBack: DecisionDraft["items"] = []): string {
  const [first] = givenBack;
  return draftKey(
    ledger,
    first === undefined ? "selection" : `selection/${givenBack.length}/${first.fingerprint}`,
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

// The decision on several findings that somebody goes back to, because it was not saved.

const returned = sharedValue<{ readonly ledger: string; readonly unsaved: UnsavedDecision } | null>(null);

/**
 * @param ledger its key, which names it in the window
 * @param unsaved null once the queue has taken it
 */
export function returnTo(ledger: string, unsaved: UnsavedDecision | null): void {
  returned.put(unsaved === null ? null : { ledger, unsaved });
}

/** @returns null when nobody goes back to one */
export function useReturned(ledger: string): UnsavedDecision | null {
  const there = returned.useValue();
  return there?.ledger === ledger ? there.unsaved : null;
}
