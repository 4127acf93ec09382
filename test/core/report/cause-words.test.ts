import { expect, test } from "vitest";
import {
  type CauseCount,
  type CauseKind,
  type Causes,
  countCauses,
} from "../../../src/core/reconcile/input/cause.ts";
import { causeCountWords, causeRecordWords, causeTitle } from "../../../src/core/words/cause.ts";

/** Causes of so many facts each. */
function causes(facts: readonly number[], figures: Partial<Causes> = {}): CauseCount {
  const items = facts.map((count) => ({
    kind: "single" as const,
    walletIDs: [],
    payIDs: [],
    amount: 1,
    unique: true,
    findings: Array.from({ length: count }, (_, at) => `${at}`),
  }));
  const { length: count } = items;
  return countCauses({ count, atLeast: count, complete: true, unique: true, items, ...figures });
}

type Named = Parameters<typeof causeTitle>[1];

test("says how many causes explain the facts, and that fewer do not", () => {
  expect(causeCountWords(causes([]))).toBeNull();
  expect(causeCountWords(causes([1]))).toBe("1 cause explains 1 fact.");
  expect(causeCountWords(causes([4]))).toBe("1 cause explains all 4 facts.");
  expect(causeCountWords(causes([1, 1]))).toBe(
    "2 causes explain all 2 facts; no 1 does by sums of up to four records, or of all payments of some days.",
  );
  expect(causeCountWords(causes([4, 4, 10]))).toBe(
    "3 causes explain all 18 facts; no 2 do by sums of up to four records, or of all payments of some days.",
  );
});

test("says what is known where not all was searched", () => {
  const unfinished = causes([20, 19, 1], { complete: false, atLeast: 2 });
  expect(causeCountWords(unfinished)).toBe(
    "At most 3 causes explain all 40 facts; fewer than 2 cannot by sums of up to four records, or of all payments of some days.",
  );
});

test("names a cause in plain words, and a single fact by its own name", () => {
  const orphan = { rule: "orphan-payref" } as const;
  const gap = { rule: "chain-break", cause: "missing-entry" } as const;
  const titled = (kind: CauseKind, walletIDs: readonly number[], payIDs: readonly number[], first: Named) =>
    causeTitle({ kind, walletIDs, payIDs }, first);
  expect(titled("mistyped-payref", [1], [7], orphan)).toBe("Mistyped payref");
  expect(titled("missing-entries", [1], [7], gap)).toBe("Movement without its entry");
  expect(titled("missing-entries", [1], [7, 8], gap)).toBe("Movements without their entries");
  expect(titled("missing-entries", [1, 2], [7], gap)).toBe("Movements without their entries");
  expect(titled("missing-leg", [1], [7], gap)).toBe("Part of a payment without its entry");
  expect(titled("overwritten-entries", [1], [], gap)).toBe("Overwritten entry");
  expect(titled("overwritten-entries", [1, 2], [], gap)).toBe("Overwritten entries");
  expect(titled("settled-again", [1, 2], [], orphan)).toBe("Settled again");
  expect(titled("wrong-sign", [1], [], gap)).toBe("Wrong sign");
  expect(titled("single", [1], [], orphan)).toBe("Orphan payref");
  expect(titled("single", [1], [], gap)).toBe("Missing entry");
  const skipped = { from: 1, to: 2, count: 0 };
  expect(titled("single", [1], [], { ...gap, skipped })).toBe("Movement without an entry");
});

test("names of many records the first twenty, how many more there are, and up to which", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const twenty = ids(20).join(", ");
  expect(causeRecordWords({ walletIDs: [3], payIDs: ids(20) })).toBe(`walletID 3 · payID ${twenty}`);
  expect(causeRecordWords({ walletIDs: ids(10_000), payIDs: ids(21) })).toBe(
    `walletID ${twenty} and 9,980 more up to 10000 · payID ${twenty} and 1 more up to 21`,
  );
});
