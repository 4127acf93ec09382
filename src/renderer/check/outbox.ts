/** Decisions on their way to main, kept in the tab: what a reload interrupts is shown again, as not saved. */
import type { Decision } from "../../core/review/decision.ts";
import type { TabStorage } from "../tab-storage.ts";
import type { DecisionDraft } from "./protocol.ts";

const PREFIX = "tieout.outbox.";

export class Outbox {
  readonly #storage: TabStorage | null;
  readonly #key: string;

  /** @param ledger names the ledger */
  constructor(storage: TabStorage | null, ledger: string) {
    this.#storage = storage;
    this.#key = PREFIX + ledger;
  }

  /** Keeps these and nothing else. */
  keep(drafts: readonly DecisionDraft[]): void {
    try {
      if (drafts.length === 0) this.#storage?.removeItem(this.#key);
      else this.#storage?.setItem(this.#key, JSON.stringify(drafts));
    } catch {
      // A full storage costs a reload in mid-save what it would have shown again, nothing else.
    }
  }

  /** What the page before this one had not seen saved. */
  left(): DecisionDraft[] {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? "[]") as readonly DecisionDraft[];
      return kept.map(({ items, status, note, about }) => ({ items, status, note, about }));
    } catch {
      return [];
    }
  }
}

/** Whether a draft was written after all: each of its findings was decided so after what its author had seen. */
export function wasWritten({ items, status, note }: DecisionDraft, decisions: readonly Decision[]): boolean {
  const waiting = new Map(items.map(({ fingerprint, seen }) => [fingerprint, seen ?? 0]));
  for (const decision of decisions) {
    const seen = waiting.get(decision.fingerprint);
    if (seen === undefined || decision.id <= seen) continue;
    if (decision.status === status && decision.note === note) waiting.delete(decision.fingerprint);
  }
  return waiting.size === 0;
}
