/** Decisions that are being worded: they outlive a failed save, moving to another line and a reload of the page. */
import type { DecisionStatus } from "../../../core/review/decision.ts";

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

/** The part of the browser's storage that drafts need. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const PREFIX = "tieout.draft.";

/** Drafts by what they are about: a fingerprint in a ledger, or the selection. Where nothing can be stored they live as long as the page. */
export class Drafts {
  readonly #storage: DraftStorage | null;
  readonly #held = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  /** @param storage of the tab; null keeps drafts in memory only */
  constructor(storage: DraftStorage | null) {
    this.#storage = storage;
  }

  /** The draft, the same object until it changes. */
  of(key: string): Draft {
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    const stored = this.#stored(key);
    this.#held.set(key, stored);
    return stored;
  }

  put(key: string, draft: Draft): void {
    const isEmpty = isEmptyDraft(draft);
    this.#held.set(key, isEmpty ? NO_DRAFT : draft);
    try {
      if (isEmpty) this.#storage?.removeItem(PREFIX + key);
      else this.#storage?.setItem(PREFIX + key, JSON.stringify(draft));
    } catch {
      // A full storage costs the draft its reload, nothing else.
    }
    for (const listener of this.#listeners) listener();
  }

  drop(key: string): void {
    this.put(key, NO_DRAFT);
  }

  /** @returns a function that ends it */
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #stored(key: string): Draft {
    try {
      const { status, note, seen } = JSON.parse(this.#storage?.getItem(PREFIX + key) ?? "null") as Draft;
      return { status, note, seen };
    } catch {
      return NO_DRAFT;
    }
  }
}
