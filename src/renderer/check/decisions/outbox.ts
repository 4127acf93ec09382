/**
 * Decisions that are not written yet or could not be, kept in the tab: after a reload they are shown again,
 * as not saved.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import type { TabStorage } from "../../tab-storage.ts";
import type { DecisionDraft, AskedPeriod } from "../protocol.ts";

const PREFIX = "tieout.outbox.";

/** A decision that was not written. */
export interface UnsavedDecision {
  readonly draft: DecisionDraft;
  /** Why; null where the page was left before it was known. */
  readonly fault: Fault | null;
  /** Of the check that it was taken on; undefined where that is not known. */
  readonly period: AskedPeriod | undefined;
  /** Whether its words were put back into its form before the page was loaded. */
  readonly isInForm: boolean;
}

export class Outbox {
  readonly #storage: TabStorage | null;
  readonly #key: string;

  /** @param ledger names the ledger */
  constructor(storage: TabStorage | null, ledger: string) {
    this.#storage = storage;
    this.#key = PREFIX + ledger;
  }

  /** Keeps these and nothing else. */
  keep(unsaved: readonly UnsavedDecision[]): void {
    try {
      if (unsaved.length === 0) this.#storage?.removeItem(this.#key);
      else this.#storage?.setItem(this.#key, JSON.stringify(unsaved));
    } catch {
      // A full storage costs a reload what it would have shown again, nothing else.
    }
  }

  /** What the page before this one had not seen saved. */
  left(): UnsavedDecision[] {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? "[]") as readonly UnsavedDecision[];
      return kept.map(({ draft: { items, status, note, about }, fault, period, isInForm }) => ({
        draft: { items, status, note, about },
        fault,
        period,
        isInForm,
      }));
    } catch {
      return [];
    }
  }
}

/**
 * Whether a draft was written after all: each of its findings was decided so after what its author had seen.
 */
export function wasWritten({ items, status, note }: DecisionDraft, decisions: readonly Decision[]): boolean {
  const waiting = new Map(items.map(({ fingerprint, seen }) => [fingerprint, seen ?? 0]));
  for (const decision of decisions) {
    const seen = waiting.get(decision.fingerprint);
    if (seen === undefined || decision.id <= seen) continue;
    if (decision.status === status && decision.note === note) waiting.delete(decision.fingerprint);
  }
  return waiting.size === 0;
}
