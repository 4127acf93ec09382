/** The search held against brute force, over many small ledgers. */
import { expect, test } from "vitest";
import type { Cause } from "../../../src/core/reconcile/causes/cause.ts";
import { breakCauses } from "../../../src/core/reconcile/causes/break-causes.ts";
import type { Period } from "../../../src/core/time.ts";
import { check } from "../../helpers/records.ts";
import { bruteForce } from "./brute-force.ts";
import { randomWorld } from "./random-worlds.ts";

/** More of them by hand: `TIEOUT_CAUSES_CASES=100000 TIEOUT_CAUSES_SEED=7 npx vitest run test/core/causes`. */
const CASES = Number(process.env["TIEOUT_CAUSES_CASES"] ?? 1500);
const SEED = Number(process.env["TIEOUT_CAUSES_SEED"] ?? 1);
/** Sets of more facts than these are too many to try. */
const MOST_FACTS = 11;

/** A period that begins with the first record. */
function fromTheFirst(period: Period | null): Period | null {
  return period === null ? null : { ...period, fromMs: -Infinity };
}

/** Its kind, and where the rules have two of them which it is. */
function nameOf({ kind, walletIDs, payIDs }: Cause): string {
  if (kind === "missing-entries" && walletIDs.length > 1) return "missing-entries of a payment";
  return kind === "lumped-settlement" && payIDs.length > 4 ? "lumped-settlement of a day run" : kind;
}

test("finds what brute force finds, ties and all", () => {
  const kinds = new Map<string, number>();
  let several = 0;
  for (let seed = SEED; seed < SEED + CASES; seed += 1) {
    const { entries, transactions, options, period } = randomWorld(seed);
    const result = check({ entries, transactions }, options, period);
    const wholeCheck = () => check({ entries, transactions }, options, fromTheFirst(period));
    const facts = result.causes.items.flatMap(({ findings }) => findings);
    if (facts.length > MOST_FACTS) continue;
    expect(result.causes, `seed ${seed}`).toEqual(
      bruteForce({ result, whole: period === null ? result : wholeCheck(), entries, transactions }),
    );
    const breaks = result.findings.filter(({ rule }) => rule === "chain-break");
    const broken = new Set(breaks.map(({ fingerprint }) => fingerprint));
    const ofBreaks = result.causes.items.filter(({ findings }) => findings.some((one) => broken.has(one)));
    expect(breakCauses(result.causes, breaks.length), `seed ${seed}`).toBe(ofBreaks.length);
    for (const cause of result.causes.items) {
      const name = nameOf(cause);
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    if (!result.causes.unique) several += 1;
  }
  expect([...kinds.keys()].toSorted()).toEqual(
    [
      "applied-twice",
      "lumped-settlement",
      "lumped-settlement of a day run",
      "missing-entries",
      "missing-entries of a payment",
      "missing-leg",
      "mistyped-payref",
      "misstated-balance",
      "not-applied",
      "out-of-sequence",
      "overwritten-entries",
      "read-late",
      "settled-again",
      "single",
      "split-settlement",
      "wrong-sign",
    ].toSorted(),
  );
  expect(several).toBeGreaterThan(CASES / 50);
});
