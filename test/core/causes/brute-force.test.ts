/** The search held against an oracle that tries every explanation, over many small ledgers whose sums match by chance. */
import { expect, test } from "vitest";
import { breakCauses } from "../../../src/core/reconcile/input/cause.ts";
import { check } from "../../helpers/records.ts";
import { compare } from "../oracle/engine/compare.ts";
import type { OracleCase } from "../oracle/terms.ts";
import { type RandomWorld, randomWorld } from "./random-worlds.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** More of them by hand: `TIEOUT_CAUSES_CASES=100000 TIEOUT_CAUSES_SEED=7 npx vitest run test/core/causes`. */
const CASES = Number(process.env["TIEOUT_CAUSES_CASES"] ?? timesOf(400, 1500));
const SEED = Number(process.env["TIEOUT_CAUSES_SEED"] ?? 1);

function caseOf({ entries, transactions, options, period }: RandomWorld): OracleCase {
  return {
    pulls: [{ entries, transactions, limit: null, atMs: null, importedAtMs: null }],
    user: null,
    businesses: [],
    options,
    period,
    matches: [],
    signed: null,
  };
}

test("finds what brute force finds, ties and all, and says how many causes the breaks have", () => {
  const kinds = new Map<string, number>();
  let several = 0;
  for (let seed = SEED; seed < SEED + CASES; seed += 1) {
    const world = randomWorld(seed);
    const { oracle, engine, agree } = compare(caseOf(world), "columns");
    // How they part is looked for only where they do: that takes longer than the search.
    expect(agree && engine !== "SUM_OVERFLOW" ? oracle : engine, `seed ${seed}`).toEqual(oracle);
    const { entries, transactions, options, period } = world;
    const { findings, causes } = check({ entries, transactions }, options, period);
    const breaks = findings.filter(({ rule }) => rule === "chain-break");
    const broken = new Set(breaks.map(({ fingerprint }) => fingerprint));
    const ofBreaks = causes.items.filter((cause) => cause.findings.some((one) => broken.has(one)));
    expect(breakCauses(causes, breaks.length), `seed ${seed}`).toBe(ofBreaks.length);
    // There are too many explanations to try all of them.
    if (oracle.causes === null) continue;
    for (const { kind } of oracle.causes.items) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (!oracle.causes.unique) several += 1;
  }
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining([
      "applied-twice",
      "not-applied",
      "wrong-sign",
      "misstated-balance",
      "overwritten-entries",
      "missing-entries",
      "missing-leg",
      "mistyped-payref",
      "split-settlement",
      "lumped-settlement",
    ]),
  );
  expect(several).toBeGreaterThan(CASES / 50);
});
