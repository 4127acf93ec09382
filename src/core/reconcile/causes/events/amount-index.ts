/** Facts looked up by amount and time. */
import { firstWhere } from "../../../sorted.ts";
import { type CauseFact, TWO_SPAN_MS } from "../facts.ts";

/** An amount by which a fact is looked up. */
interface Indexed {
  readonly fact: CauseFact;
  readonly amount: number;
}

export class AmountIndex {
  /** By the number of a stretch of 92 days: its facts by amount, then by time and place. */
  readonly #stretches: ReadonlyMap<number, readonly Indexed[]>;

  /** @param indexed facts that each have a time */
  constructor(indexed: readonly Indexed[]) {
    const stretches = Map.groupBy(indexed, ({ fact }) => Math.floor(fact.atMs / TWO_SPAN_MS));
    for (const [number, own] of stretches) {
      stretches.set(
        number,
        own.toSorted(
          (a, b) => a.amount - b.amount || a.fact.atMs - b.fact.atMs || a.fact.place - b.fact.place,
        ),
      );
    }
    this.#stretches = stretches;
  }

  /** Those of an amount from `least` to `most` in the stretch of a time and the two beside it. */
  *near(atMs: number, least: number, most: number): Generator<CauseFact> {
    const own = Math.floor(atMs / TWO_SPAN_MS);
    for (const number of [own - 1, own, own + 1]) {
      const facts = this.#stretches.get(number) ?? [];
      for (let at = firstWhere(facts, ({ amount }) => amount >= least); at < facts.length; at += 1) {
        const { fact, amount } = facts[at] as Indexed;
        if (amount > most) break;
        yield fact;
      }
    }
  }
}
