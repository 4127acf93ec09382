/**
 * Passes decisions on to the check's worker: only those it does not hold, and in pieces between which the
 * page can do other things.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { CheckClient } from "../check-client.ts";
import { pieceFrom } from "./decision-texts.ts";

export class DecisionFeed {
  readonly #client: CheckClient;
  /** What the worker was given, and how many of them it is certain to hold. */
  #given: readonly Decision[] = [];
  #held = 0;
  /** Whether it holds all of them, and nothing else. */
  #isComplete = false;

  constructor(client: CheckClient) {
    this.#client = client;
  }

  /**
   * Has the worker hold these decisions and no others.
   *
   * @param decisions in the order they were taken; a list that goes on from the last one holds the same
   *   objects
   * @throws ApiError as the worker's calls do; what went over is not passed on again
   */
  async give(decisions: readonly Decision[], signal: AbortSignal): Promise<void> {
    if (this.#isComplete && this.#given === decisions) return;
    this.#isComplete = false;
    this.#held = this.#heldOf(decisions);
    this.#given = decisions;
    // Once at least: what the worker holds beyond these it forgets then.
    do {
      const piece = pieceFrom(decisions, this.#held);
      await this.#client.call("decided", { from: this.#held, decisions: piece }, { signal });
      this.#held += piece.length;
    } while (this.#held < decisions.length);
    this.#isComplete = true;
  }

  /**
   * How many of these the worker holds: decisions are only ever added, so that the last tells of all before
   * it.
   */
  #heldOf(decisions: readonly Decision[]): number {
    const held = Math.min(this.#held, decisions.length);
    return held > 0 && this.#given[held - 1] === decisions[held - 1] ? held : 0;
  }
}
