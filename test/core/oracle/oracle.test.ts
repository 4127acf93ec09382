import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { SEEDS, caseFrom } from "./cases/cases.ts";
import { Coverage } from "./coverage.ts";
import { oracle } from "./oracle.ts";
import { type Comparison, compare } from "./engine/compare.ts";
import type { Engine } from "./engine/engine.ts";
import { shrink } from "./cases/shrink.ts";
import type { OracleCase } from "./terms.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** More of them by hand: `TIEOUT_ORACLE_CASES=100000 TIEOUT_ORACLE_SEED=7 npx vitest run test/core/oracle`. */
const CASES = Number(process.env["TIEOUT_ORACLE_CASES"] ?? timesOf(600, SEEDS.columns));
/** Fewer of those that go through a ledger. */
const LEDGER_CASES = (CASES * SEEDS.ledger) / SEEDS.columns;
const SEED = Number(process.env["TIEOUT_ORACLE_SEED"] ?? 1);

/**
 * What engine and oracle conclude, kept for the test that counts what was met: the oracle takes as long as the engine.
 *
 * @returns null where the ledger refuses the case
 */
function compared(seed: number): Comparison | null {
  const known = comparisons.get(seed);
  if (known !== undefined) return known;
  const given = caseFrom(seed);
  const comparison = accepted(given, given.pulls.length > 1 ? "ledger" : "columns");
  comparisons.set(seed, comparison);
  return comparison;
}

const comparisons = new Map<number, Comparison | null>();

function accepted(given: OracleCase, through: Engine): Comparison | null {
  try {
    return compare(given, through);
  } catch (error) {
    // A ledger takes no other user's wallet; what it refuses there is nothing to compare.
    if (error instanceof TieoutError && error.code === "LEDGER_OTHER_USER") return null;
    throw error;
  }
}

/** The first case in which engine and oracle part, made as small as it gets; null when they never do. */
function disagreement(count: number, through: Engine): (Comparison & { given: OracleCase }) | null {
  for (let seed = SEED; seed < SEED + count; seed += 1) {
    const given = caseFrom(seed);
    if (given.pulls.length > 1 !== (through === "ledger") || agree(compared(seed))) continue;
    const smallest = shrink(given, (smaller) => !agree(accepted(smaller, through)));
    return { given: smallest, ...compare(smallest, through) };
  }
  return null;
}

function agree(comparison: Comparison | null): boolean {
  return comparison?.agree !== false;
}

describe("the engine agrees with an oracle written only from the rules", () => {
  test("of one pull", () => {
    expect(disagreement(CASES, "columns")).toBeNull();
  });

  test("of several pulls, through a ledger", () => {
    expect(disagreement(LEDGER_CASES, "ledger")).toBeNull();
  });

  // A generator that went dead proves nothing.
  test("and each rule, cause and kind is met over the seeds, again and again over all of them", () => {
    const coverage = new Coverage(timesOf(1, 5));
    for (let seed = SEED; seed < SEED + CASES; seed += 1) {
      const given = caseFrom(seed);
      if (given.pulls.length > 1 && seed >= SEED + LEDGER_CASES) continue;
      coverage.add(given, compared(seed)?.oracle ?? oracle(given));
    }
    expect(coverage.missing).toEqual({ seldom: [], unknown: [] });
  });
});
