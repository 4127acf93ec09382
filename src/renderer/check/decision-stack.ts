/** What this window decided, so that it can be undone and redone. Decisions of others are not in it. */
import type { DecisionDraft } from "./protocol.ts";

/** One thing that somebody decided here, known by itself: two steps that say the same are two. */
export interface DecisionStep {
  readonly draft: DecisionDraft;
}

/** Steps count from the moment they are taken, before they are written. */
export interface DecisionStack {
  /** The last is undone first. */
  readonly done: readonly DecisionStep[];
  /** The last is redone first. */
  readonly undone: readonly DecisionStep[];
}

export const NOTHING_DONE: DecisionStack = { done: [], undone: [] };

/** Something was decided: what was undone before cannot be redone any more. */
export function afterDeciding({ done }: DecisionStack, step: DecisionStep): DecisionStack {
  return { done: [...done, step], undone: [] };
}

/** A step was undone, the last one or one before it. */
export function afterUndoing(stack: DecisionStack, step: DecisionStep): DecisionStack {
  const { done, undone } = without(stack, step);
  return { done, undone: [...undone, step] };
}

/** An undone step was done again. */
export function afterRedoing(stack: DecisionStack, step: DecisionStep): DecisionStack {
  const { done, undone } = without(stack, step);
  return { done: [...done, step], undone };
}

/** A step that came to nothing. */
export function without({ done, undone }: DecisionStack, step: DecisionStep): DecisionStack {
  const others = (steps: readonly DecisionStep[]) => steps.filter((one) => one !== step);
  return { done: others(done), undone: others(undone) };
}
