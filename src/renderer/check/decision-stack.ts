/** What this window decided, so that it can be undone and redone. Decisions of others are not in it. */
import type { Decision } from "../../core/review/decision.ts";
import type { DecisionDraft } from "./protocol.ts";

/** One thing done: to undo it, or to do it again, is to have seen exactly what it left behind. */
export interface DecisionStep {
  /** Of the draft's items `seen` is the newest decision on each: ours, or its undoing. */
  readonly draft: DecisionDraft;
}

export interface DecisionStack {
  /** The last is undone first. */
  readonly done: readonly DecisionStep[];
  /** The last is redone first. */
  readonly undone: readonly DecisionStep[];
}

export const NOTHING_DONE: DecisionStack = { done: [], undone: [] };

/** A draft whose items have seen the decisions just taken, or the undoings. */
export function seenAfter(draft: DecisionDraft, decisions: readonly Decision[]): DecisionStep {
  const items = decisions.map(({ fingerprint, id }) => ({ fingerprint, seen: id }));
  return { draft: { ...draft, items } };
}

/** Something was decided: what was undone before cannot be redone any more. */
export function afterDeciding(stack: DecisionStack, step: DecisionStep): DecisionStack {
  return { done: [...stack.done, step], undone: [] };
}

/** The last step was undone. @param step with the undoings seen */
export function afterUndoing({ done, undone }: DecisionStack, step: DecisionStep): DecisionStack {
  return { done: done.slice(0, -1), undone: [...undone, step] };
}

/** The last undone step was done again. @param step with the new decisions seen */
export function afterRedoing({ done, undone }: DecisionStack, step: DecisionStep): DecisionStack {
  return { done: [...done, step], undone: undone.slice(0, -1) };
}
