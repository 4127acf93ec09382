import { expect, test } from "vitest";
import type { Causes } from "../../../src/core/reconcile/causes/cause.ts";
import { causeWords } from "../../../src/core/report/words/cause-words.ts";

/** Causes of so many facts each. */
function causes(facts: readonly number[], figures: Partial<Causes> = {}): Causes {
  const items = facts.map((count) => ({
    kind: "single" as const,
    walletIDs: [],
    payIDs: [],
    amount: 1,
    unique: true,
    findings: Array.from({ length: count }, (_, at) => `${at}`),
  }));
  const { length: count } = items;
  return { count, atLeast: count, complete: true, unique: true, items, ...figures };
}

test("says how many causes explain the facts, and that fewer do not", () => {
  expect(causeWords(causes([]))).toBeNull();
  expect(causeWords(causes([1]))).toBe("1 cause explains 1 fact.");
  expect(causeWords(causes([4]))).toBe("1 cause explains all 4 facts.");
  expect(causeWords(causes([1, 1]))).toBe("2 causes explain all 2 facts; no 1 does.");
  expect(causeWords(causes([4, 4, 10]))).toBe("3 causes explain all 18 facts; no 2 do.");
});

test("says what is known where not all was searched", () => {
  const unfinished = causes([20, 19, 1], { complete: false, atLeast: 2 });
  expect(causeWords(unfinished)).toBe("At most 3 causes explain all 40 facts; fewer than 2 cannot.");
});
