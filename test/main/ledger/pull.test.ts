import { describe, expect, test } from "vitest";
import { type WritableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../src/main/ledger/file/make.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import {
  type PullRecord,
  findHeldHistory,
  isCapped,
  listPulls,
  newestPullID,
} from "../../../src/main/ledger/trail/pull.ts";
import { entry } from "../../helpers/records.ts";
import { LEDGER, failing, filledLedger, publish, pull, tamper } from "./made.ts";

const from = (lowest: number, highest: number) =>
  Array.from({ length: highest - lowest + 1 }, (_, at) => entry(lowest + at));

/** A ledger in memory into which these histories were pulled in turn. */
function ledgerOf(...histories: readonly (readonly ReturnType<typeof entry>[])[]): WritableLedger {
  const db = openInPassing(LEDGER);
  for (const history of histories) publish(db, pull(history));
  return db;
}

describe("a routine pull must reach back to", () => {
  const heldOf = (...histories: readonly (readonly ReturnType<typeof entry>[])[]) => {
    const db = ledgerOf(...histories);
    const held = findHeldHistory(db);
    closeLedger(db);
    return held;
  };

  test("nothing where the ledger has no entries", () => {
    expect(heldOf()).toBeNull();
    expect(heldOf([])).toBeNull();
  });

  test("the newest entry where the history is complete", () => {
    expect(heldOf(from(1, 9))).toEqual({ wholeUpTo: 9, anchor: 9 });
    expect(heldOf(from(1, 9), from(7, 20))).toEqual({ wholeUpTo: 20, anchor: 20 });
  });

  test("the end of the oldest range followed by a gap, until a pull closes it", () => {
    expect(heldOf(from(1, 9), from(30, 40))).toEqual({ wholeUpTo: 9, anchor: 9 });
    expect(heldOf(from(1, 9), from(30, 40), from(60, 70))).toEqual({ wholeUpTo: 9, anchor: 9 });
    expect(heldOf(from(1, 9), from(30, 40), from(9, 41))).toEqual({ wholeUpTo: 41, anchor: 41 });
    // Older ones that came later are the oldest range then.
    expect(heldOf(from(30, 40), from(1, 9))).toEqual({ wholeUpTo: 9, anchor: 9 });
  });

  test("below the lowest entry that vanished, until it returns", () => {
    const without = (...ids: number[]) => from(1, 20).filter(({ walletID }) => !ids.includes(walletID));
    expect(heldOf(from(1, 20), without(12, 15))).toEqual({ wholeUpTo: 20, anchor: 11 });
    expect(heldOf(from(1, 20), without(12, 15), without(15))).toEqual({ wholeUpTo: 20, anchor: 14 });
    expect(heldOf(from(1, 20), without(12, 15), from(1, 20))).toEqual({ wholeUpTo: 20, anchor: 20 });
    expect(heldOf(from(1, 20), from(10, 20).slice(1, -1), from(30, 40))).toEqual({
      wholeUpTo: 20,
      anchor: 19,
    });
  });

  test("the start of the history where the oldest entry vanished", () => {
    expect(heldOf(from(1, 20), [])).toEqual({ wholeUpTo: 20, anchor: null });
    expect(heldOf(from(1, 20), [], from(15, 20))).toEqual({ wholeUpTo: 20, anchor: null });
    expect(heldOf(from(1, 20), [], from(1, 20))).toEqual({ wholeUpTo: 20, anchor: 20 });
  });
});

describe("whether a limit may have cut the history", () => {
  const answered = (limit: number | null, entries: number, lowestWalletID: number | null): PullRecord => ({
    id: 1,
    source: "service",
    startedAtMs: 0,
    finishedAtMs: 0,
    baseUrl: null,
    limit,
    entries,
    lowestWalletID,
    highestWalletID: lowestWalletID === null ? null : lowestWalletID + entries,
    transactions: null,
  });

  test.each<[string, boolean, readonly PullRecord[]]>([
    ["no pull", false, []],
    ["an empty answer", false, [answered(500, 0, null)]],
    ["all without a limit", false, [answered(null, 500, 1)]],
    ["as many as asked for", true, [answered(500, 500, 1)]],
    ["fewer than asked for", false, [answered(500, 499, 1)]],
    ["all, then as many as asked for", false, [answered(null, 500, 1), answered(500, 500, 1)]],
    ["as many as asked for, then all", false, [answered(500, 500, 1), answered(null, 500, 1)]],
    ["as many as asked for, then fewer", false, [answered(500, 500, 1), answered(2000, 500, 1)]],
    ["as many as asked for, twice", true, [answered(500, 500, 1), answered(500, 500, 1)]],
    ["all, then as many as asked for further back", true, [answered(null, 500, 9), answered(508, 508, 1)]],
    ["as many as asked for further up", false, [answered(500, 500, 9), answered(null, 508, 1)]],
    ["further up after all", false, [answered(null, 508, 1), answered(500, 500, 9)]],
    ["then nothing", true, [answered(500, 500, 1), answered(null, 0, null)]],
  ])("%s: %s", (_what, capped, pulls) => {
    expect(isCapped(pulls)).toBe(capped);
  });
});

test("a link of a pull that says what is never written is named, and its ledger", () => {
  const path = filledLedger();
  tamper(path, "UPDATE audit SET payload = json_set(payload, '$.entries', 'odd') WHERE kind = 'pull'");
  const db = openForReading(path);
  expect(() => readCheckInput(db)).toThrow(
    expect.objectContaining({
      code: "AUDIT_MISMATCH",
      facts: expect.objectContaining({ file: path, record: "pull 1" }),
    }),
  );
  closeLedger(db);
});

test("refuses a pull requested before another was saved, and keeps nothing of it", () => {
  const db = ledgerOf(from(1, 5));
  const asked = newestPullID(db);
  expect(asked).toBe(1);
  publish(db, pull(from(1, 9)));
  const before = [db.serialize(), listPulls(db)];
  expect(() => publish(db, { ...pull(from(1, 5)), newestPull: asked })).toThrow(failing("LEDGER_BUSY"));
  expect([db.serialize(), listPulls(db)]).toEqual(before);
  publish(db, { ...pull(from(1, 9)), newestPull: newestPullID(db) });
  // Files are what they are, whenever they come in.
  publish(db, pull(from(1, 9)));
  expect(listPulls(db).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  closeLedger(db);
});
