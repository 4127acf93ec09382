/** Facts looked up by amount and time. */
import { firstWhere } from "../../sorted.ts";
import { type Fact, TWO_SPAN_MS } from "./facts.ts";

export class AmountIndex {
  /** By the number of a stretch of 92 days: its facts by amount, then by time and place. */
  readonly #stretches: ReadonlyMap<number, readonly Fact[]>;

  /** @param facts each with a time */
  constructor(facts: readonly Fact[]) {
    const stretches = Map.groupBy(facts, ({ atMs }) => Math.floor(atMs / TWO_SPAN_MS));
    for (const [number, own] of stretches) {
      stretches.set(
        number,
        own.toSorted((a, b) => a.amount - b.amount || a.atMs - b.atMs || a.place - b.place),
      );
    }
    this.#stretches = stretches;
  }

  /** Those of an amount from `least` to `most` in the stretch of a time and the two beside it. */
  *near(atMs: number, least: number, most: number): Generator<Fact> {
    const own = Math.floor(atMs / TWO_SPAN_MS);
    for (const number of [own - 1, own, own + 1]) {
      const facts = this.#stretches.get(number) ?? [];
      for (let at = firstWhere(facts, ({ amount }) => amount >= least); at < facts.length; at += 1) {
        const fact = facts[at] as Fact;
        if (fact.amount > most) break;
        yield fact;
      }
    }
  }
}
