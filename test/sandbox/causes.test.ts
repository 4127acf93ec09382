/** The causes of the sandbox's own worlds: all of them are found, in every month. */
import { expect, test } from "vitest";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import { checkMonth, ledgerOf } from "../helpers/ledgers/world-check.ts";

test.for([
  { entries: 400, seed: 1, convention: "asset" as const },
  { entries: 5000, seed: 8, convention: "bank" as const },
])("proves the smallest explanation of every month of %o", async (plan) => {
  const world = generateWorld({ ...plan, faults: "default" });
  const db = await ledgerOf(world);
  const months = [...new Set(world.entries.map(({ dateCreated }) => monthOf(dateCreated)))];
  for (const month of [null, ...months]) {
    const { causes } = checkMonth(db, month);
    expect([month, causes.complete, causes.atLeast]).toEqual([month, true, causes.count]);
  }
});

/** @param text as the service writes a time */
function monthOf(text: string): string {
  return new Date(text).toISOString().slice(0, 7);
}
