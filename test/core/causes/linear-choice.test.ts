/** The linear programme beneath the search: what it comes to in parts bounds every choice of whole options. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Need, type Priced, linearChoice } from "../../../src/core/reconcile/causes/linear-choice.ts";

const FACTS = 4;
/** Shares and prices are of 0 to about 1: rounding leaves less than this. */
const ROUNDING = 1e-5;

const option = fc.record({
  facts: fc.subarray(
    Array.from({ length: FACTS }, (_, at) => at),
    { minLength: 1 },
  ),
  price: fc.integer({ min: 0, max: 16 }).map((sixteenths) => sixteenths / 16),
  uses: fc.tuple(fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4)),
});

/** Each way to explain every fact once with whole options, by their numbers. */
function choicesOf(need: Need, options: readonly Priced[]): number[][] {
  const found: number[][] = [];
  const goOn = (chosen: readonly number[], explained: ReadonlySet<number>) => {
    const fact = Array.from({ length: need.facts }, (_, at) => at).find((at) => !explained.has(at));
    if (fact === undefined) found.push([...chosen]);
    else
      for (const [at, { facts }] of options.entries())
        if (facts.includes(fact) && facts.every((one) => !explained.has(one)))
          goOn([...chosen, at], new Set([...explained, ...facts]));
  };
  goOn([], new Set());
  return found.filter((chosen) =>
    need.budgets.every((most, of) => sumOf(chosen, (at) => options[at]!.uses[of]!) <= most),
  );
}

function sumOf(numbers: readonly number[], of: (number: number) => number): number {
  return numbers.reduce((sum, number) => sum + of(number), 0);
}

/** How much of each fact is explained. */
function explainedOf(options: readonly Priced[], shares: Float64Array): number[] {
  return Array.from({ length: FACTS }, (_, fact) =>
    sumOf([...options.keys()], (at) => (options[at]!.facts.includes(fact) ? shares[at]! : 0)),
  );
}

test("no choice of whole options costs less than the bound, and none with an option less than that costs beyond it", () => {
  let whole = 0;
  fc.assert(
    fc.property(
      fc.array(option, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 0, max: 8 }),
      (options, quarters) => {
        const need = { facts: FACTS, mostOptions: FACTS, budgets: [quarters / 4] };
        const { bound, beyond, shares } = linearChoice(need, options, Infinity)!;
        const choices = choicesOf(need, options);
        for (const chosen of choices) {
          const price = sumOf(chosen, (at) => options[at]!.price);
          expect(price).toBeGreaterThan(bound - ROUNDING);
          for (const at of chosen) expect(price).toBeGreaterThan(bound + beyond[at]! - ROUNDING);
        }
        const all = [...options.keys()];
        const explained = explainedOf(options, shares);
        for (const share of explained) expect(share).toBeLessThan(1 + ROUNDING);
        expect(sumOf(all, (at) => shares[at]! * options[at]!.uses[0])).toBeLessThan(quarters / 4 + ROUNDING);
        // Explained in parts, what is chosen costs what the bound says.
        if (choices.length === 0) return;
        whole += 1;
        expect(Math.abs(sumOf(all, (at) => shares[at]! * options[at]!.price) - bound)).toBeLessThan(ROUNDING);
        for (const share of explained) expect(share).toBeGreaterThan(1 - ROUNDING);
      },
    ),
    { numRuns: 500 },
  );
  expect(whole).toBeGreaterThan(50);
});
