/** The corpus's worlds of the sandbox, with every fault that it plants. */
import { expect, test } from "vitest";
import { FAULTS } from "../../sandbox/generate/plan.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import { unlikeRecorded } from "./as-recorded.ts";
import { recorded } from "./changes.ts";
import { comparedOutputsOf } from "./truth/contradictions.ts";
import { ALL_FAULTS_PLAN, PLANTED_SINCE, SEEDS, WORLDS, isOfEachKind, planOf } from "./worlds.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";

const SEEDED = WORLDS.filter(({ name }) => name.startsWith("seed-"));

test.each(IS_EXHAUSTIVE ? SEEDED : SEEDED.filter(isOfEachKind))(
  "every output of $name is as recorded, and no two say otherwise of its month",
  async (world) => {
    const { outputs, contradictions } = await comparedOutputsOf(world);
    expect(contradictions).toEqual([]);
    expect(unlikeRecorded(recorded(), world, outputs)).toBe("");
  },
);

test("two dozen seeds plant every fault that the sandbox knew when they were recorded", () => {
  const planted = new Set(
    SEEDS.flatMap((seed) =>
      generateWorld(planOf(seed))
        .advance()
        .faults.map(({ fault }) => fault),
    ),
  );
  expect(SEEDS).toHaveLength(24);
  const missing = FAULTS.map(({ word }) => word).filter((word) => !planted.has(word));
  expect(missing).toEqual([...PLANTED_SINCE]);
});

test("one world plants those that came since, and what goes wrong where requests overlap, in the month that is looked at", () => {
  const { faults, incidents = [], entries, month } = generateWorld(ALL_FAULTS_PLAN);
  const planted = new Set(faults.map(({ fault }) => fault));
  expect([...PLANTED_SINCE].filter((word) => !planted.has(word))).toEqual([]);
  const days = new Map(entries.map(({ walletID, dateCreated }) => [walletID, new Date(dateCreated)]));
  const seen = incidents.filter(({ walletIDs: [first = 0] }) =>
    days.get(first)?.toISOString().startsWith(month),
  );
  expect(new Set(seen.map(({ kind }) => kind))).toEqual(
    new Set(["several-lost-entries", "contributed-twice", "refunded", "out-of-sequence", "lost-update"]),
  );
});
