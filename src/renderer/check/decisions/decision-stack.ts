/**
 * What this window decided and matched by hand, so that it can be undone and redone. What others did is not
 * in it.
 */
import type { MatchStep } from "./match-step.ts";
import type { DecisionDraft } from "../protocol.ts";

/** One thing that somebody decided here, known by itself: two steps that say the same are two. */
export interface DecisionStep {
  readonly draft: DecisionDraft;
}

/** One history for both: what somebody did last is undone first. */
export type Step = DecisionStep | MatchStep;

/** Decisions count from the moment they are taken, before they are written. */
export interface DecisionStack {
  /** The last is undone first. */
  readonly done: readonly Step[];
  /** The last is redone first. */
  readonly undone: readonly Step[];
}

export const NOTHING_DONE: DecisionStack = { done: [], undone: [] };

/** Something was decided or matched: what was undone before cannot be redone any more. */
export function afterDeciding({ done }: DecisionStack, step: Step): DecisionStack {
  return { done: [...done, step], undone: [] };
}

/** A step was undone, the last one or one before it. */
export function afterUndoing(stack: DecisionStack, step: Step): DecisionStack {
  const { done, undone } = without(stack, step);
  return { done, undone: [...undone, step] };
}

/** An undone step was done again. */
export function afterRedoing(stack: DecisionStack, step: Step): DecisionStack {
  const { done, undone } = without(stack, step);
  return { done: [...done, step], undone };
}

/** A step that came to nothing. */
export function without({ done, undone }: DecisionStack, step: Step): DecisionStack {
  const others = (steps: readonly Step[]) => steps.filter((one) => one !== step);
  return { done: others(done), undone: others(undone) };
}
