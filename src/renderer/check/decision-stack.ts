/** What this window decided, so that it can be undone and redone. Decisions of others are not in it. */
import type { Decision } from "../../core/review/decision.ts";
import type { DecisionDraft } from "./protocol.ts";

/**
 * Drafts as they were decided; `seen` of their items is always the newest decision or undoing that this window wrote on each,
 * which is what undoing or redoing must have seen.
 */
export interface DecisionStack {
  /** The last is undone first. */
  readonly done: readonly DecisionDraft[];
  /** The last is redone first. */
  readonly undone: readonly DecisionDraft[];
}

export const NOTHING_DONE: DecisionStack = { done: [], undone: [] };

/** Something was decided: what was undone before cannot be redone any more. */
export function afterDeciding(
  { done }: DecisionStack,
  draft: DecisionDraft,
  decisions: readonly Decision[],
): DecisionStack {
  return withSeen({ done: [...done, draft], undone: [] }, decisions);
}

/** The last step was undone. */
export function afterUndoing({ done, undone }: DecisionStack, undoings: readonly Decision[]): DecisionStack {
  return withSeen({ done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] }, undoings);
}

/** The last undone step was done again. */
export function afterRedoing({ done, undone }: DecisionStack, decisions: readonly Decision[]): DecisionStack {
  return withSeen({ done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) }, decisions);
}

/** Decisions on some findings are newer now: several steps may be about one finding. */
export function withSeen({ done, undone }: DecisionStack, newer: readonly Decision[]): DecisionStack {
  const newest = new Map(newer.map(({ fingerprint, id }) => [fingerprint, id]));
  const seeing = (draft: DecisionDraft): DecisionDraft => ({
    ...draft,
    items: draft.items.map((item) => ({ ...item, seen: newest.get(item.fingerprint) ?? item.seen })),
  });
  return { done: done.map(seeing), undone: undone.map(seeing) };
}
