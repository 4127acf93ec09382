/** Matching by hand: entries and transactions that a person says belong together, bound to what they said then. */

import type { BoundChange, BoundEntry, BoundRecords, BoundTransaction } from "./bound-records.ts";

/** One match by hand, or the undoing of one. Neither is ever changed or deleted. */
export interface ManualMatch {
  /** From 1 on in the order in which they were made. */
  readonly id: number;
  /** Why they belong together, in the person's own words. */
  readonly note: string;
  readonly by: string;
  /** Milliseconds UTC, as the machine's clock said. */
  readonly atMs: number;
  /** The id of the match that no longer counts from here on; null for a match of its own. */
  readonly undoes: number | null;
  /** At least one of each; of an undoing those of the match it undoes. */
  readonly records: BoundRecords;
}

/**
 * `in-force`: the check goes by it. `reopened`: a record has another content now, or is gone, and the check no longer goes by it.
 * `undone`: a person took it back.
 */
export const MATCH_STATES = ["in-force", "reopened", "undone"] as const;
export type MatchState = (typeof MATCH_STATES)[number];

/** A match by hand and how it stands now. */
export interface StandingMatch extends Pick<ManualMatch, "id" | "note" | "by" | "atMs"> {
  readonly state: MatchState;
  /** Who took it back; null unless undone. */
  readonly undone: Pick<ManualMatch, "by" | "note" | "atMs"> | null;
  readonly entries: BoundEntry[];
  readonly transactions: BoundTransaction[];
  /** Where reopened: what its records say otherwise now, entries first, by id and field. */
  readonly changes: BoundChange[];
}

/** The matches that nobody took back, by their ids, and what took back the others. */
export function matchesNotUndone(all: readonly ManualMatch[]): {
  readonly standing: readonly ManualMatch[];
  readonly undoings: ReadonlyMap<number, ManualMatch>;
} {
  const undoings = new Map(all.flatMap((one) => (one.undoes === null ? [] : [[one.undoes, one] as const])));
  return { standing: all.filter(({ id, undoes }) => undoes === null && !undoings.has(id)), undoings };
}
