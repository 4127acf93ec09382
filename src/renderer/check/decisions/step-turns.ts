/**
 * Which steps of a window's history are undone in the trail, while undoing and redoing them waits its turn.
 */
import { type DecisionStack, type Step, afterRedoing, afterUndoing } from "./decision-stack.ts";

export class StepTurns {
  readonly #undone = new WeakSet<Step>();
  /** How many reversals and redoings of a step wait or are under way. */
  readonly #waiting = new Map<Step, number>();

  /** Whether a step's undoing is written, and nothing after it. */
  isUndone(step: Step): boolean {
    return this.#undone.has(step);
  }

  noteUndone(step: Step): void {
    this.#undone.add(step);
  }

  noteWritten(step: Step): void {
    this.#undone.delete(step);
  }

  /** An undoing or redoing of a step begins to wait for its turn. */
  begin(step: Step): void {
    this.#waiting.set(step, (this.#waiting.get(step) ?? 0) + 1);
  }

  /**
   * It had its turn.
   * @returns the stack with the step as the trail has it, once no other turn of the step waits
   */
  end(step: Step, stack: DecisionStack): DecisionStack {
    const left = (this.#waiting.get(step) ?? 0) - 1;
    if (left > 0) {
      this.#waiting.set(step, left);
      return stack;
    }
    this.#waiting.delete(step);
    if (this.isUndone(step)) return stack.done.includes(step) ? afterUndoing(stack, step) : stack;
    return stack.undone.includes(step) ? afterRedoing(stack, step) : stack;
  }
}
