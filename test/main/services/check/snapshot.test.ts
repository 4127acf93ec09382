import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import { reconcile } from "../../../../src/core/reconcile/reconcile.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { resolvePeriod } from "../../../../src/core/reconcile/input/asked-period.ts";
import { CheckMemory } from "../../../../src/main/services/shared/check-memory.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { decide } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { sha256 } from "../../../../src/main/ledger/file/sha256.ts";
import { openSnapshot, readBatch } from "../../../../src/main/services/check/snapshot.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { makeLedger } from "../../../helpers/ledgers/make-ledger-fixture.ts";
import { failing } from "../../ledger/made.ts";
import { reassembled } from "../../../helpers/reassemble.ts";
import { CONTEXT, importWorld, worldLedger } from "../../../helpers/ledgers/world-ledger.ts";

const first = generateWorld({ entries: 600, seed: 41, convention: "asset", faults: "default" });
const second = first.advance();
const third = second.advance();

test.each([
  ["the whole history", null],
  ["a month", "2026-10"],
])("records assembled from batches give the findings of the service's own check: %s", async (_, month) => {
  const ledger = await worldLedger(first, second, third);
  const period = month === null ? null : monthDays(month);
  const request = { source: { ledger }, period, options: {}, save: false };
  const { result } = await checkRecords(request, CONTEXT);
  expect(result.findings.length).toBeGreaterThan(month === null ? 60 : 5);

  const snapshot = openSnapshot(ledger);
  const head = structuredClone(snapshot.head);
  expect(head.rows.entries).toBeGreaterThan(600);
  for (const count of [97, 50_000]) {
    const { input } = reassembled(snapshot, count);
    const resolved = resolvePeriod(period, input, DEFAULT_OPTIONS);
    expect(reconcile(input, DEFAULT_OPTIONS, { period: resolved, sha256 })).toEqual(result);
  }
});

test("gives descriptions and customers of the newest versions, row by row", async () => {
  const ledger = await worldLedger(first, second);
  const snapshot = openSnapshot(ledger);
  const { input, descriptions, customers } = reassembled(snapshot, 83);
  // Of copies of one record any may be the one in use.
  const sent = Map.groupBy(second.entries, ({ walletID }) => walletID);
  const strays = Array.from(input.entries.walletID, (id, row) => [id, descriptions[row]] as const).filter(
    ([id, text]) => sent.has(id) && !sent.get(id)?.some(({ description }) => description === text),
  );
  expect(strays).toEqual([]);
  expect(descriptions).toHaveLength(input.entries.length);
  expect(customers).toHaveLength(input.transactions.length);

  const small = join(temporaryFolder(), "small.tieout");
  makeLedger(small);
  const made = reassembled(openSnapshot(small), 2);
  // Its second pull, in which the first payment vanished, is set aside.
  expect(made.customers).toEqual(["Ada", null, "Ada", "Ada"]);
  expect(made.descriptions).toEqual([...[1, 2, 3, 4, 5, 6].map((id) => `Entry ${id}`), "another copy"]);
});

test("a snapshot keeps its name until another pull, whatever is decided or set; then its texts are gone", async () => {
  const ledger = await worldLedger(first);
  const memory = new CheckMemory();
  const snapshot = openSnapshot(ledger, memory);
  await changeSettings(ledger, { decimals: 2 }, CONTEXT);
  const options = { period: null, options: {}, status: "open" as const, note: "", by: "Ada" };
  const { result } = await checkRecords(
    { source: { ledger }, period: null, options: {}, save: true },
    CONTEXT,
  );
  const items = [{ fingerprint: result.findings[0]?.fingerprint ?? "", seen: null }];
  await decide({ ledger, items, ...options }, { ...CONTEXT, memory });
  expect(openSnapshot(ledger, memory).records).toBe(snapshot.records);
  expect(openSnapshot(ledger).head).toEqual(snapshot.head);
  expect(readBatch(snapshot, "descriptions", 0, 10).ends).toHaveLength(10);

  await importWorld(ledger, second);
  expect(openSnapshot(ledger, memory).head.snapshot).not.toBe(snapshot.head.snapshot);
  const { length } = readBatch(snapshot, "entries", 0, 50_000).walletID;
  expect(length).toBe(snapshot.head.rows.entries);
  expect(readBatch(snapshot, "payrefs", 0, 50_000).ends).toHaveLength(snapshot.head.rows.payrefs);
  for (const table of ["descriptions", "customers"] as const) {
    expect(() => readBatch(snapshot, table, 0, 10)).toThrow(failing("SNAPSHOT_GONE"));
  }
});

test("there is nothing past the end of a snapshot", async () => {
  const ledger = await worldLedger(first);
  const snapshot = openSnapshot(ledger);
  const { rows } = snapshot.head;
  expect(readBatch(snapshot, "payrefs", rows.payrefs, 5)).toEqual({
    bytes: new Uint8Array(0),
    ends: new Int32Array(0),
    missing: new Uint8Array(0),
  });
  expect(readBatch(snapshot, "transactions", rows.transactions - 1, 5).taskEnd).toEqual(
    Int32Array.of(rows.tasks),
  );
});
