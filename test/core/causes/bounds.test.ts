/** What the search promises at any size: every fact once, in any order of the records, exact or honest, and soon. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Causes } from "../../../src/core/reconcile/input/cause.ts";
import { factsOf as explainedFacts } from "../../../src/core/reconcile/causes/facts.ts";
import { leastEvents, possibleEvents } from "../../../src/core/reconcile/causes/explain.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../src/core/reconcile/input/result.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { HOUR_MS, OCTOBER_MS, check, sale, sha256, wallet } from "../../helpers/records.ts";
import { Chance } from "../oracle/cases/chance.ts";
import { FACTS } from "../oracle/causes/facts.ts";
import { randomWorld } from "./random-worlds.ts";
import { someOf, timesOf } from "../../helpers/exhaustive.ts";

const OPTIONS = { convention: "asset", cutoffDays: 0 } as const;
function factsOf({ findings }: CheckResult): string[] {
  return findings.filter(({ rule }) => FACTS.has(rule)).map(({ fingerprint }) => fingerprint);
}

function expectEachOnce(result: CheckResult): void {
  const explained = result.causes.items.flatMap(({ findings }) => findings);
  expect(explained.toSorted()).toEqual(factsOf(result).toSorted());
  expect(result.causes.count).toBe(result.causes.items.length);
  expect(result.causes.atLeast).toBeLessThanOrEqual(result.causes.count);
}

/** As many orphans as payments, of amounts and on hours from a range. */
function crowd(seed: number, count: number, amounts: number, hours: number): CheckResult {
  const chance = new Chance(seed);
  const amount = () => 1 + chance.below(amounts);
  const atMs = () => OCTOBER_MS + chance.below(hours) * HOUR_MS;
  const movements = Array.from({ length: count }, amount);
  const entries = wallet(movements, (at) => ({ payref: `LOST-${at}`, dateCreatedAtMs: atMs() }));
  const transactions = Array.from({ length: count }, (_, at) =>
    sale(at + 1, amount(), { datePaidAtMs: atMs(), dateCreatedAtMs: OCTOBER_MS }),
  );
  return check({ entries, transactions }, OPTIONS);
}

test("without facts there is nothing to explain", () => {
  const nothing: Causes = { count: 0, atLeast: 0, complete: true, unique: true, items: [] };
  expect(check({ entries: wallet([5]) }, OPTIONS).causes).toEqual(nothing);
});

test("explains every fact exactly once, whatever order the records came in", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (seed, order) => {
      const { entries, transactions, options, period } = randomWorld(seed);
      const result = check({ entries, transactions }, options, period);
      expectEachOnce(result);
      const chance = new Chance(order);
      const mixed = { entries: chance.shuffled(entries), transactions: chance.shuffled(transactions) };
      expect(JSON.stringify(check(mixed, options, period).causes)).toBe(JSON.stringify(result.causes));
    }),
  );
});

test("bounds from below what is known to be smallest", () => {
  let tight = 0;
  const cases = timesOf(300, 1500);
  for (let seed = 1; seed <= cases; seed += 1) {
    const { entries, transactions, options, period } = randomWorld(seed);
    const input = columnsOf({ entries, transactions }, sha256);
    const result = reconcile(input, options, { period, sha256 });
    const facts = explainedFacts(input, result);
    const { mostPayments } = possibleEvents(facts, options);
    expect(mostPayments).toBeGreaterThanOrEqual(
      Math.max(0, ...result.causes.items.map(({ payIDs }) => payIDs.length)),
    );
    const free = facts.filter(({ pattern }) => pattern === null);
    const own = new Set(free.map(({ finding }) => finding.fingerprint));
    const count = result.causes.items.filter(({ findings }) => own.has(findings[0] ?? "")).length;
    const least = leastEvents(free, mostPayments);
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(count);
    if (count > 1 && least === count) tight += 1;
  }
  expect(tight).toBeGreaterThan(cases / 150);
});

describe("a part of forty facts is solved exactly", () => {
  const crowds = [
    { amounts: 1, hours: 1 },
    { amounts: 1, hours: 480 },
    { amounts: 3, hours: 1 },
    { amounts: 10, hours: 1 },
    { amounts: 10, hours: 480 },
    { amounts: 200, hours: 480 },
    // Only soon enough where options that cannot be in the least are left out: it is always tried.
    { amounts: 50, hours: 480 },
    { amounts: 1000, hours: 480 },
    { amounts: 10_000, hours: 480 },
  ];
  test.each(someOf(crowds, 3))("of $amounts amounts over $hours hours", ({ amounts, hours }) => {
    const result = crowd(1, 20, amounts, hours);
    expect(factsOf(result).length).toBeGreaterThanOrEqual(40);
    expect(result.causes.complete).toBe(true);
    expect(result.causes.atLeast).toBe(result.causes.count);
    expectEachOnce(result);
  });
});

describe("what is too much is bounded, and says so", () => {
  test("ten thousand orphans and payments of one amount at one second", () => {
    const result = crowd(2, 5000, 1, 1);
    expect(result.causes).toMatchObject({ complete: false, unique: false });
    expect(result.causes.atLeast).toBeGreaterThanOrEqual(2000);
    expectEachOnce(result);
  });

  test("ten thousand of any amount at one second", () => {
    const result = crowd(3, 5000, 1_000_000, 1);
    expect(result.causes.complete).toBe(false);
    expectEachOnce(result);
  });

  test.each([
    [430, true, { kind: "lumped-settlement", payIDs: [1, 430] }],
    [431, false, { kind: "single", payIDs: [] }],
  ])("an orphan of two of %i payments: all facts share 40 million sums", (count, complete, cause) => {
    const entries = wallet([10_000 + count], () => ({ payref: "LOST" }));
    const amounts = Array.from({ length: count }, (_, at) => (at === 0 ? 1 : 10_000 + at));
    const transactions = amounts.map((amount, at) => sale(at + 1, amount));
    const { causes } = check({ entries, transactions }, OPTIONS);
    expect(causes.complete).toBe(complete);
    expect(causes.items.find(({ walletIDs }) => walletIDs.length > 0)).toMatchObject(cause);
  });

  test("five thousand orphans that each come to the payments of any of a thousand customers", () => {
    const entries = wallet(Array.from({ length: 5000 }, () => 5)).map((one) => ({ ...one, payref: "LOST" }));
    const transactions = Array.from({ length: 5000 }, (_, at) =>
      sale(at + 1, 1, { customer: { userID: 1 + Math.floor(at / 5), name: null, phone: null, extra: null } }),
    );
    const result = check({ entries, transactions }, OPTIONS);
    expect(result.causes).toMatchObject({ complete: false, unique: false });
    expectEachOnce(result);
  });

  test("five thousand breaks, and as many payments of any amount", () => {
    const chance = new Chance(4);
    let wrong = 0;
    const entries = wallet(Array.from({ length: 5000 }, () => 1_000_000)).map((one, at) => {
      if (at > 0) wrong += 1 + chance.below(300_000);
      return { ...one, balance: one.balance + wrong, dateCreatedAtMs: OCTOBER_MS };
    });
    const transactions = Array.from({ length: 5000 }, (_, at) => sale(at + 1, 1 + chance.below(1_000_000)));
    const result = check({ entries, transactions }, OPTIONS);
    expect(result.causes.complete).toBe(false);
    expectEachOnce(result);
  });

  test("tens of thousands of breaks that have nothing to do with each other", () => {
    const count = timesOf(25_000, 100_000);
    let wrong = 0;
    const entries = wallet(Array.from({ length: count }, () => 1)).map((one, at) => {
      wrong += 10 + at;
      return { ...one, balance: one.balance + wrong };
    });
    const result = check({ entries }, OPTIONS);
    expect(result.causes).toMatchObject({ complete: true, count: count - 1, unique: true });
  });
});
