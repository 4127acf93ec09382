/** Facts in the order of their times, and which of them may be in events that were not looked at. */
import { firstPlace } from "../../../sorted.ts";
import type { CauseFact } from "../facts.ts";

export class TimeLine {
  /** By time, then by place. */
  readonly facts: readonly CauseFact[];
  /** The least and the greatest amount; none without facts. */
  readonly least: number;
  readonly greatest: number;
  /** How many ranges that were not searched begin at each fact, less those that ended before it. */
  readonly #unsearched: Int32Array;

  /** @param facts of any order, each with a time */
  constructor(facts: readonly CauseFact[]) {
    this.facts = facts.toSorted((a, b) => a.atMs - b.atMs || a.place - b.place);
    this.least = facts.reduce((least, { amount }) => Math.min(least, amount), Infinity);
    this.greatest = facts.reduce((greatest, { amount }) => Math.max(greatest, amount), -Infinity);
    this.#unsearched = new Int32Array(facts.length + 1);
  }

  /** The facts from one time to another, both inclusive. */
  between(fromMs: number, toMs: number): readonly CauseFact[] {
    return this.facts.slice(this.#firstAt(fromMs), this.#firstAfter(toMs));
  }

  /** Notes that not all events of a fact with those around it were looked at. */
  leaveOut(atMs: number, withinMs: number): void {
    const from = this.#firstAt(atMs - withinMs);
    const to = this.#firstAfter(atMs + withinMs);
    this.#unsearched[from] = (this.#unsearched[from] as number) + 1;
    this.#unsearched[to] = (this.#unsearched[to] as number) - 1;
  }

  /** The facts that were noted. */
  leftOut(): CauseFact[] {
    let ranges = 0;
    return this.facts.filter((_, at) => {
      ranges += this.#unsearched[at] as number;
      return ranges > 0;
    });
  }

  #firstAt(atMs: number): number {
    return firstPlace(this.facts.length, (at) => (this.facts[at] as CauseFact).atMs >= atMs);
  }

  #firstAfter(atMs: number): number {
    return firstPlace(this.facts.length, (at) => (this.facts[at] as CauseFact).atMs > atMs);
  }
}
