/** What a window's thread remembers is the same as what it would read and check anew, and nothing else. */
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import type { CheckResult } from "../../../../src/core/reconcile/input/result.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { CheckMemory, holdRecords } from "../../../../src/main/services/shared/check-memory.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { withLedger } from "../../../../src/main/services/shared/use-ledger.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { CONTEXT, importWorld, worldLedger } from "../../../helpers/ledgers/world-ledger.ts";

const first = generateWorld({ entries: 400, seed: 51, convention: "asset", faults: "default" });
const second = first.advance();

test("gives from memory what a fresh read gives: another period, other options, other settings, another pull", async () => {
  const ledger = await worldLedger(first);
  const memory = new CheckMemory();
  const same = async (month: string | null, options = {}) => {
    const period = month === null ? null : monthDays(month);
    const request = { source: { ledger }, period, options, save: false };
    const anew = await checkRecords(request, CONTEXT);
    // Twice, so that the second is remembered.
    for (const _ of [1, 2]) {
      expect(await checkRecords(request, { ...CONTEXT, memory })).toEqual(anew);
    }
    return anew.result.findings.length;
  };
  const found = [await same(null), await same(first.month), await same(null, { tolerance: 1_000_000 })];
  expect(new Set(found).size).toBe(3);
  await changeSettings(
    ledger,
    { timeZone: "Asia/Tokyo", options: { cutoffDays: 30 }, by: "Ada Obi", note: "As agreed" },
    CONTEXT,
  );
  await same(null);
  await same(first.month);
  await importWorld(ledger, second);
  expect(await same(null)).not.toBe(found[0]);
  // Another ledger with as many pulls.
  const other = await worldLedger(second, second);
  const request = { source: { ledger: other }, period: null, options: {}, save: false };
  expect(await checkRecords(request, { ...CONTEXT, memory })).toEqual(await checkRecords(request, CONTEXT));
});

test("checks the same records once, keeps the two newest checks, and none of other records", async () => {
  const ledger = await worldLedger(first);
  const memory = new CheckMemory();
  const db = openForReading(ledger);
  const held = withLedger(db, () => [memory.recordsOf(db), memory.recordsOf(db), holdRecords(db)] as const);
  expect(held[1]).toBe(held[0]);
  expect(held[2]).toEqual(held[0]);
  let made = 0;
  const check = () => {
    made += 1;
    return { made } as unknown as CheckResult;
  };
  const ask = (tolerance: number, input = held[0].input) =>
    memory.resultOf(input, { ...DEFAULT_OPTIONS, tolerance }, null, 0, check);
  expect([ask(1), ask(2), ask(1), ask(2)]).toEqual([{ made: 1 }, { made: 2 }, { made: 1 }, { made: 2 }]);
  expect([ask(3), ask(2), ask(1)]).toEqual([{ made: 3 }, { made: 2 }, { made: 4 }]);
  expect([ask(1, held[2].input), ask(1, held[2].input)]).toEqual([{ made: 5 }, { made: 6 }]);
  memory.forget();
  expect([ask(1), ask(1)]).toEqual([{ made: 7 }, { made: 8 }]);
});

test("a decision made from memory equals one made without, and is seen at once", async () => {
  const [plain, remembered] = [await worldLedger(first), await worldLedger(first)];
  const memory = new CheckMemory();
  const context = { ...CONTEXT, memory };
  const { findings } = readReview({ ledger: plain, period: null, options: {} }, CONTEXT);
  const fingerprints = findings.slice(0, 5).map(({ finding }) => finding.fingerprint);
  const deciding = (ledger: string, fingerprint: string) => ({
    ledger,
    // Those before the month are found in the whole history.
    period: monthDays(first.month),
    options: {},
    items: [{ fingerprint, seen: null }],
    status: "accepted" as const,
    note: "n",
    by: "Ada",
  });
  for (const fingerprint of fingerprints) {
    const taken = await decide(deciding(remembered, fingerprint), context);
    expect(taken).toEqual(await decide(deciding(plain, fingerprint), CONTEXT));
  }
  const request = { period: null, options: {} };
  expect(readReview({ ledger: remembered, ...request }, context)).toEqual(
    readReview({ ledger: plain, ...request }, CONTEXT),
  );
});
