/** What this window decided, so that it can be undone and redone. Decisions of others are not in it. */
import type { DecisionDraft } from "./protocol.ts";

/** Drafts as they were decided; what undoing or redoing them must have seen is newer, and the desk knows it. */
export interface DecisionStack {
  /** The last is undone first. */
  readonly done: readonly DecisionDraft[];
  /** The last is redone first. */
  readonly undone: readonly DecisionDraft[];
}

export const NOTHING_DONE: DecisionStack = { done: [], undone: [] };

/** Something was decided: what was undone before cannot be redone any more. */
export function afterDeciding({ done }: DecisionStack, draft: DecisionDraft): DecisionStack {
  return { done: [...done, draft], undone: [] };
}

/** The last step was undone. */
export function afterUndoing({ done, undone }: DecisionStack): DecisionStack {
  return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
}

/** The last undone step was done again. */
export function afterRedoing({ done, undone }: DecisionStack): DecisionStack {
  return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
}
