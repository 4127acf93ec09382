/** Which ids the decisions have that a window wrote: whoever goes on there has seen them. */
import type { TakenFacts } from "../../../ipc/contract.ts";
import type { DecisionStep } from "./decision-stack.ts";
import { idsOf } from "./decision-writes.ts";
import type { DecisionDraft } from "../protocol.ts";

type Items = DecisionDraft["items"];

export class WrittenIds {
  /** By fingerprint the newest decision or reversal. */
  readonly #newest = new Map<string, number>();
  /** The id of each written step's first decision; its others follow. */
  readonly #first = new Map<DecisionStep, number>();

  /** The newest decision or reversal on a finding; null without one. */
  newestOn(fingerprint: string): number | null {
    return this.#newest.get(fingerprint) ?? null;
  }

  /** The id of a step's first decision; undefined while it is not written. */
  firstOf(step: DecisionStep): number | undefined {
    return this.#first.get(step);
  }

  /** @returns the ids of what was written on these, by fingerprint */
  note(items: Items, { first }: TakenFacts): ReadonlyMap<string, number> {
    const ids = idsOf(items, first);
    for (const [fingerprint, id] of ids) this.#newest.set(fingerprint, id);
    return ids;
  }

  noteStep(step: DecisionStep, { first }: TakenFacts): void {
    this.#first.set(step, first);
  }

  /** A step was undone. */
  forgetStep(step: DecisionStep): void {
    this.#first.delete(step);
  }

  /** Whether nothing was written on any finding of a step since. */
  isNewest(step: DecisionStep): boolean {
    const first = this.#first.get(step);
    if (first === undefined) return false;
    return [...idsOf(step.draft.items, first)].every(
      ([fingerprint, id]) => this.#newest.get(fingerprint) === id,
    );
  }

  /** The same items, as whoever has seen what was written here sees them. */
  seenIn(items: Items): Items {
    return items.map(({ fingerprint, seen }) => {
      const own = this.#newest.get(fingerprint) ?? 0;
      return { fingerprint, seen: own > (seen ?? 0) ? own : seen };
    });
  }
}
