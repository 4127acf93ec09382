/**
 * Passes decisions on to the check's worker: only those it does not hold, and in pieces between which the
 * page can do other things.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { CheckClient } from "../check-client.ts";

/** What goes from one thread or program to the next at once, so that taking it in keeps nobody waiting. */
const PIECE = { decisions: 2000, characters: 2_000_000 };

/** What an id and a hash come to. */
const RECORD_CHARACTERS = 80;
const NO_RECORDS = { entries: [], transactions: [] };

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

/** Those from an index on that go at once: at least one where there are any. */
export function pieceFrom(decisions: readonly Decision[], from: number): readonly Decision[] {
  let characters = 0;
  let end = from;
  for (; end < Math.min(decisions.length, from + PIECE.decisions); end += 1) {
    const { note, finding } = decisions[end] as Decision;
    const { entries, transactions } = finding.records ?? NO_RECORDS;
    const records = (entries.length + transactions.length) * RECORD_CHARACTERS;
    characters += note.length + finding.message.length + records;
    if (characters > PIECE.characters && end > from) break;
  }
  return decisions.slice(from, end);
}
