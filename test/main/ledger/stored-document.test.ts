import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import type { FrozenMonth } from "../../../src/core/review/close/close.ts";
import { frozenMonth } from "../../../src/schema/close.ts";
import { integer, mapOf } from "../../../src/schema/parts.ts";
import { isStored, parseStored } from "../../../src/schema/stored.ts";

const PLACE = { record: "close_step 1", sentence: "It cannot be read" };

function fieldOf(text: string): string | undefined {
  try {
    parseStored(text, mapOf(integer), () => PLACE);
  } catch (error) {
    if (error instanceof TieoutError) return error.facts.field;
  }
  throw new Error("it was read");
}

test("names the field of a wrong member", () => {
  expect(fieldOf('{"opening":1,"closing":"2"}')).toBe("closing");
});

test("cuts a stranger's key, and puts it on one line", () => {
  const long = fieldOf(JSON.stringify({ ["k".repeat(5_000_000)]: "" })) ?? "";
  expect(long).toMatch(/^k+… \(5000000 characters\)$/u);
  expect(long.length).toBeLessThan(200);
  expect(fieldOf(JSON.stringify({ "a\n\u202Eb\u0007": "" }))).toBe("a b");
});

/** What the steps of the close in a ledger of an earlier schema froze. */
function frozenIn(schema: number): FrozenMonth[] {
  const path = join(import.meta.dirname, `../../fixtures/ledgers/schema-${schema}.tieout`);
  const db = new Database(path, { readonly: true });
  const texts = db
    .prepare<[], string>("SELECT frozen FROM close_step WHERE frozen IS NOT NULL")
    .pluck()
    .all();
  db.close();
  return texts.map((text) => JSON.parse(text) as FrozenMonth);
}

describe("what a month froze", () => {
  test.each([4, 5])("is read from a ledger of schema %i", (schema) => {
    const found = frozenIn(schema);
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter((one) => !isStored(frozenMonth, one))).toEqual([]);
  });

  test.each<[string, (frozen: FrozenMonth) => object]>([
    ["as many decimals as no amount has", () => ({ decimals: 7 })],
    ["less than no decimals", () => ({ decimals: -1 })],
    ["a tolerance below nil", ({ options }) => ({ options: { ...options, tolerance: -1 } })],
    ["a cutoff before the payment", ({ options }) => ({ options: { ...options, cutoffDays: -1 } })],
    ["a cutoff after a century", ({ options }) => ({ options: { ...options, cutoffDays: 36_501 } })],
    ["fewer errors than none", () => ({ errors: { total: -1, decided: 0 } })],
    ["fewer decisions than none", () => ({ warnings: { total: 0, decided: -1 } })],
    [
      "fewer entries than none",
      ({ wallets }) => ({ wallets: wallets.map((one) => ({ ...one, entries: -1 })) }),
    ],
    [
      "fewer items than none",
      ({ outstanding }) => ({ outstanding: outstanding.map((one) => ({ ...one, items: -1 })) }),
    ],
    ...(["runId", "pullId", "decisionId", "matchId", "stepId"] as const).map(
      (name): [string, () => object] => [`a ${name} below 0`, () => ({ [name]: -1 })],
    ),
  ])("is not read with %s", (_, edit) => {
    const [frozen] = frozenIn(5);
    if (frozen === undefined) throw new Error("a month that froze something");
    expect(isStored(frozenMonth, { ...frozen, ...edit(frozen) })).toBe(false);
  });
});
