import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../src/core/reconcile/input/result.ts";
import { transactionsEnvelope, walletEntrySchema } from "../../src/main/api/schemas.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { World, WorldPlan } from "../../sandbox/world.ts";
import { checkMonth, ledgerOf } from "../helpers/ledgers/world-check.ts";

function plan(fields: Partial<WorldPlan> = {}): WorldPlan {
  return { entries: 400, seed: 1, convention: "asset", faults: "none", ...fields };
}

const MONTHS = Array.from({ length: 14 }, (_, month) =>
  new Date(Date.UTC(2025, 6 + month)).toISOString().slice(0, 7),
);

function faultsIn(result: CheckResult): string[] {
  return result.findings
    .filter(({ severity }) => severity !== "info")
    .map(({ rule, walletID, payID, message }) => `${rule} ${walletID ?? payID} ${message}`);
}

describe("an honest world", () => {
  test.for([
    { entries: 0, seed: 1 },
    { entries: 1, seed: 2 },
    { entries: 2, seed: 3 },
    { entries: 37, seed: 4 },
    { entries: 400, seed: 5 },
    { entries: 1200, seed: 6, convention: "bank" as const },
    { entries: 5000, seed: 2 ** 40 + 7 },
  ])("passes every rule, whole and month by month: %o", async (fields) => {
    const world = generateWorld(plan(fields));
    expect(world.entries).toHaveLength(fields.entries);
    expect(world.month).toBe("2026-08");
    expect(world.faults).toEqual([]);
    const db = await ledgerOf(world);
    const whole = checkMonth(db, null);
    expect(whole.findings).toEqual([]);
    const months = MONTHS.map((month) => checkMonth(db, month));
    expect(months.flatMap(faultsIn)).toEqual([]);
    expect(months.at(-1)?.findings).toEqual([]);
  });
});

test.for(["asset", "bank"] as const)(
  "an honest %s world shows what can be detected of it",
  async (convention) => {
    const db = await ledgerOf(generateWorld(plan({ seed: 8, convention })));
    const whole = checkMonth(db, null);
    expect(whole.convention).toMatchObject({ used: convention, source: "detected" });
    expect(whole.settlementBasis).toMatchObject({ used: "charged", source: "detected" });
    expect(whole.chainScope.breaks.business).toBeGreaterThan(whole.chainScope.breaks.user);
    const months = MONTHS.map((month) => checkMonth(db, month).counts.findings["in-transit"]);
    expect(months.slice(0, -1).filter((count) => count > 0).length).toBeGreaterThan(8);
  },
);

test("the same plan gives the same bytes, another seed others", () => {
  const bytes = (seed: number) => JSON.stringify(generateWorld(plan({ entries: 3000, seed })));
  expect(bytes(9)).toBe(bytes(9));
  expect(bytes(9)).not.toBe(bytes(10));
  expect(bytes(9 + 2 ** 32)).not.toBe(bytes(9));
});

test.for([
  {
    entries: 400,
    seed: 3,
    faults: "default" as const,
    sha256: "19aab20886b55499b2d6e3d0e0111b8f8a15145d207639201d6560d555ed06ca",
  },
  {
    entries: 1200,
    seed: 4,
    faults: "default" as const,
    convention: "bank" as const,
    sha256: "6e102146494f1cdb8550400f6aeff9284870df66449c0339056b4f21d564dabe",
  },
  { entries: 900, seed: 5, sha256: "92d1a99fe3dee94bc5add09c63fda21a5a0a8f865b0ead43af32bd507c819779" },
  {
    entries: 200,
    seed: 6,
    faults: { "opening-balance": 1, "closing-changed": 2 },
    sha256: "bd5b5ea87e0ed7404289a8a4c18c54fcd48979bbca0e79569d0b365bf6c3461c",
  },
])("a plan gives the bytes that it always gave: %o", ({ sha256, ...fields }) => {
  const first = generateWorld(plan(fields));
  // What a check must find of them is told by the rules in use.
  const served = (world: World) => ({ ...world, faults: [], incidents: [] });
  const worlds = JSON.stringify([first, first.advance(), first.advance().advance()].map(served));
  expect(hash("sha256", worlds)).toBe(sha256);
});

test("its records follow the interface, in every cycle, role and state", () => {
  const world = generateWorld(plan({ entries: 3000 }));
  const alt = { datePaid_alt: "", dateCreated_alt: "" };
  for (const entry of world.entries) walletEntrySchema.parse({ ...entry, ...alt });
  const { data } = transactionsEnvelope.parse({
    status: 200,
    data: { histories: world.transactions.map((record) => ({ ...record, ...alt })) },
  });
  const kinds = new Set(
    data.histories.map(({ cycle, transaction, datePaid }) =>
      [
        cycle,
        String(transaction?.["trader_status"]).toLowerCase(),
        datePaid === null ? "unpaid" : "paid",
      ].join(" "),
    ),
  );
  expect([...kinds].toSorted()).toEqual([
    "crowd-pay buyer paid",
    "crowd-pay seller paid",
    "crowd-pay seller unpaid",
    "milestone buyer paid",
    "milestone seller paid",
    "one-time buyer paid",
    "one-time buyer unpaid",
    "one-time seller paid",
    "one-time seller unpaid",
  ]);
  expect(new Set(world.entries.map(({ action }) => action))).toEqual(
    new Set(["API", "TOPUP", "WITHDRAWAL", "BONUS"]),
  );
  expect(world.transactions.filter(({ customer }) => customer.name === "N/A").length).toBeGreaterThan(20);
  const ids = world.transactions.map(({ payID }) => payID);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(world.transactions.map(({ payref }) => payref)).size).toBe(ids.length);
});

test("the wallet starts at zero, is never below, and rises in walletID", () => {
  const { entries } = generateWorld(plan({ entries: 20_000, convention: "bank", seed: 77 }));
  let before = { walletID: 0, balance: 0 };
  for (const entry of entries) {
    expect(entry.walletID).toBeGreaterThan(before.walletID);
    expect(entry.balance).toBe(before.balance + entry.credit_balance - entry.debit_balance);
    expect(entry.balance).toBeGreaterThanOrEqual(0);
    before = entry;
  }
});

test.for([{ entries: -1 }, { entries: 1.5 }, { seed: -3 }, { seed: Number.NaN }])(
  "refuses an invalid plan: %o",
  (fields) => {
    expect(() => generateWorld(plan(fields))).toThrow(/must be a whole number of 0 or more/u);
  },
);

test("advancing leaves a world as it was, and is the same each time", () => {
  const world = generateWorld(plan({ faults: "default", entries: 900 }));
  const before = JSON.stringify(world);
  const next = JSON.stringify(world.advance());
  expect(JSON.stringify(world)).toBe(before);
  expect(JSON.stringify(world.advance())).toBe(next);
  expect(JSON.stringify(world.advance().advance())).toBe(JSON.stringify(world.advance().advance()));
  expect(next).not.toBe(before);
});

test.for([
  {
    faults: { "chain-brake": 1 },
    says: /There is no fault "chain-brake"\. The faults are amount-over, .*, wrong-user$/u,
  },
  { faults: { "wrong-sign": -1 }, says: /wrong-sign must be planted a whole number of times, not -1/u },
])("refuses an invalid plan of faults: %o", ({ faults, says }) => {
  expect(() => generateWorld(plan({ faults }))).toThrow(says);
});

test("faults affect at most half of the entries, and one of each comes before a second", () => {
  const { faults } = generateWorld(plan({ entries: 10, faults: { "duplicate-entry": 9, "not-applied": 9 } }));
  expect(faults.map(({ fault }) => fault)).toEqual(
    expect.arrayContaining(["duplicate-entry", "not-applied"]),
  );
  expect(faults).toHaveLength(3);
});
