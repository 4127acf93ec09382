/**
 * What is being worded and not saved yet: it outlives a failed save, moving to another line and a reload of
 * the page.
 */
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { TabStorage } from "../../../tab-storage.ts";

/** A decision that is being worded. */
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

/** One kind of draft. */
export interface DraftKind<D> {
  /** What its keys begin with in storage, which it shares with no other kind. */
  readonly prefix: string;
  readonly none: D;
  readonly isEmpty: (draft: D) => boolean;
  /** A draft out of what was stored. Throws where it is none. */
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
  readonly #listeners = new Set<() => void>();

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
    for (const listener of this.#listeners) listener();
  }

  drop(key: string): void {
    this.put(key, this.#kind.none);
  }

  /** @returns a function that ends it */
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #stored(key: string): D {
    const { prefix, none, read } = this.#kind;
    try {
      return read(JSON.parse(this.#storage?.getItem(prefix + key) ?? "null") as D);
    } catch {
      return none;
    }
  }
}
