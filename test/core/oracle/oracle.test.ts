import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { SEEDS, caseFrom } from "./cases/cases.ts";
import { type Comparison, compare } from "./engine/compare.ts";
import type { Engine } from "./engine/engine.ts";
import { shrink } from "./cases/shrink.ts";
import type { OracleCase } from "./terms.ts";

/** More of them by hand: `TIEOUT_ORACLE_CASES=100000 TIEOUT_ORACLE_SEED=7 npx vitest run test/core/oracle`. */
const CASES = Number(process.env["TIEOUT_ORACLE_CASES"] ?? SEEDS.columns);
const SEED = Number(process.env["TIEOUT_ORACLE_SEED"] ?? 1);

function agrees(given: OracleCase, through: Engine): boolean {
  try {
    return compare(given, through).agree;
  } catch (error) {
    // A ledger takes no other user's wallet; what it refuses there is nothing to compare.
    return error instanceof TieoutError && error.code === "LEDGER_OTHER_USER";
  }
}

/** The first case in which engine and oracle part, made as small as it gets; null when they never do. */
function disagreement(seeds: Iterable<number>, through: Engine): (Comparison & { given: OracleCase }) | null {
  for (const seed of seeds) {
    const given = caseFrom(seed);
    if (given.pulls.length > 1 !== (through === "ledger")) continue;
    if (agrees(given, through)) continue;
    const smallest = shrink(given, (smaller) => !agrees(smaller, through));
    return { given: smallest, ...compare(smallest, through) };
  }
  return null;
}

function* seedsFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed;
}

describe("the engine agrees with an oracle written only from the rules", () => {
  test("of one pull", () => {
    expect(disagreement(seedsFrom(SEED, CASES), "columns")).toBeNull();
  });

  test("of several pulls, through a ledger", () => {
    expect(disagreement(seedsFrom(SEED, (CASES * SEEDS.ledger) / SEEDS.columns), "ledger")).toBeNull();
  });
});
