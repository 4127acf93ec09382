/** The truth of every world, held against the engine: exactly the findings that were planted, no more and no fewer. */
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/core/reconcile/input/findings.ts";
import { HUMAN_RULES, RULES } from "../../src/core/reconcile/input/rules.ts";
import type { CheckResult } from "../../src/core/reconcile/input/result.ts";
import { FAULTS } from "../../sandbox/generate/plan.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { PlantedFault, PlantedFinding, World, WorldPlan } from "../../sandbox/world.ts";
import { checkAsPulled, checkMonth, ledgerOf } from "../helpers/ledgers/world-check.ts";
import { timesOf } from "../helpers/exhaustive.ts";

function plan(fields: Partial<WorldPlan> = {}): WorldPlan {
  return { entries: 400, seed: 1, convention: "asset", faults: "default", ...fields };
}

/** What a planted finding says, key by key; absent where it does not. */
function told(finding: Finding | PlantedFinding): string {
  const { rule, severity, walletID, payref, payID, cause, kind, difference } = finding;
  const { transposition, candidates, suggestions } = finding;
  const swapped = transposition === true ? "transposition" : undefined;
  return JSON.stringify([
    rule,
    severity,
    walletID,
    payref,
    payID,
    cause,
    kind,
    difference,
    swapped,
    candidates,
    suggestions,
  ]);
}

function found({ findings }: CheckResult): string[] {
  return findings.map(told).toSorted();
}

function planted(world: World, of: (fault: PlantedFault) => readonly PlantedFinding[]): string[] {
  return world.faults.flatMap(of).map(told).toSorted();
}

/** Holds the last of several worlds, each of them pulled in turn, against its truth. */
async function expectTruth(...worlds: readonly World[]): Promise<void> {
  const world = worlds.at(-1);
  if (world === undefined) throw new Error("no world");
  const db = await ledgerOf(...worlds);
  const whole = checkMonth(db, null);
  expect(found(whole)).toEqual(planted(world, ({ history }) => history));
  expect(found(checkMonth(db, world.month))).toEqual(planted(world, ({ month }) => month));
  expect(whole.wallets.every(({ tiesOut }) => tiesOut)).toBe(true);
}

describe("a check finds what was planted and nothing else", () => {
  test.for([
    { entries: 0, seed: 1 },
    { entries: 3, seed: 2 },
    { entries: 40, seed: 3 },
    { entries: 400, seed: 4 },
    { entries: 400, seed: 5, convention: "bank" as const },
    { entries: 700, seed: 277_178 },
    { entries: 1200, seed: 6 },
    { entries: 1200, seed: 7, convention: "bank" as const },
    { entries: 5000, seed: 8 },
    { entries: timesOf(1000, 5000), seed: 2 ** 45 + 1, convention: "bank" as const },
  ])("%o", async (fields) => {
    const world = generateWorld(plan(fields));
    expect(world.entries).toHaveLength(fields.entries);
    await expectTruth(world);
  });

  test.for(FAULTS.map(({ word }) => word))("finds %s planted seven times", async (word) => {
    const world = generateWorld(plan({ entries: 60, seed: 11, faults: { [word]: 7 } }));
    expect(world.faults.map(({ fault }) => fault)).toEqual(Array.from({ length: 7 }, () => word));
    await expectTruth(world);
  });
});

test("once the cut-off is over, nothing is in transit any more", async () => {
  const world = generateWorld(plan({ seed: 31 }));
  const later = checkAsPulled(await ledgerOf(world), Date.UTC(2026, 10, 21));
  expect(found(later)).toEqual(planted(world, ({ history, historyLater }) => historyLater ?? history));
  expect(later.counts.findings["in-transit"]).toBe(0);
});

describe("a month later the check reports what changed", () => {
  test.for([
    { entries: 0, seed: 21 },
    { entries: 30, seed: 22 },
    { entries: 400, seed: 23 },
    { entries: 1200, seed: 24, convention: "bank" as const },
    { entries: 400, seed: 25, faults: "none" as const },
    { entries: 800, seed: 26, faults: "none" as const },
    { entries: 300, seed: 27, faults: { "closing-changed": 3, "entry-changed": 1 } },
  ])("%o", async (fields) => {
    const first = generateWorld(plan(fields));
    const second = first.advance();
    expect(second.month).toBe("2026-09");
    await expectTruth(first, second);
    const third = second.advance();
    expect(third.month).toBe("2026-10");
    await expectTruth(first, second, third);
  });
});

test("the default plan plants every rule that one full pull, and the next, can break", () => {
  const first = generateWorld(plan());
  const rules = new Set(
    [first, first.advance()].flatMap(({ faults }) =>
      faults.flatMap(({ history }) => history.map(({ rule }) => rule)),
    ),
  );
  expect(FAULTS.filter(({ times }) => times === 0).map(({ word }) => word)).toEqual([
    "closing-changed",
    "opening-balance",
    "before-history",
    "date-ahead",
  ]);
  // A service cannot break what only people decide.
  const apart = new Set<string>([...HUMAN_RULES, "history-gap", "opening-balance", "before-history"]);
  // An entry comes back in the month after the one in which it was gone at the earliest.
  apart.add("entry-returned");
  // Repeats come of requests, not of what is written in a wallet.
  for (const rule of ["repeated-session", "repeated-movement"]) apart.add(rule);
  // Only a plan of its own, and all, plant a date that cannot be.
  apart.add("date-ahead");
  expect([...rules].toSorted()).toEqual(
    RULES.map(({ id }): string => id)
      .filter((id) => !apart.has(id))
      .toSorted(),
  );
});
