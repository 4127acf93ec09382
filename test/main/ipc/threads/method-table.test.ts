import { chmodSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { CONTRACT, type Output } from "../../../../src/ipc/contract.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { CALLS } from "../../../../src/main/backend/calls/all.ts";
import { letGo } from "../../../../src/main/backend/threads/held-ledger.ts";
import { METHOD_TABLE } from "../../../../src/main/backend/calls/method-table.ts";
import { SERVICES } from "../../../../src/main/backend/threads/services.ts";
import { CheckMemory } from "../../../../src/main/services/shared/check-memory.ts";
import { filledLedger } from "../../ledger/made.ts";

const CONTEXT = { now: () => 9000, appVersion: "test" };

/** Has this thread run a method as it would for the backend. */
async function run(method: "check.open" | "check.read" | "review.decide", request: object): Promise<unknown> {
  return METHOD_TABLE[method]?.(request as never, CONTEXT);
}

async function openRecords(ledger: string): Promise<Output<"check.open">> {
  return CONTRACT["check.open"].output.parse(await run("check.open", { ledger }));
}

test("reads a read-only ledger once, however often it is shown", async () => {
  const ledger = filledLedger();
  chmodSync(ledger, 0o444);
  onTestFinished(letGo);
  const { readOnly, facts } = SERVICES.openLedger({ ledger }, CONTEXT);
  expect(readOnly?.code).toBe("LEDGER_READONLY");
  const { snapshot } = await openRecords(ledger);
  expect(SERVICES.openLedger({ ledger }, CONTEXT)).toMatchObject({ facts, readOnly });
  const batch = await run("check.read", { snapshot, table: "entries", from: 0, count: 10 });
  expect(batch).toMatchObject({ walletID: { length: facts.counts.entries } });
});

test("a decision after a window has read the records does not wait for a check", async () => {
  const ledger = filledLedger();
  onTestFinished(letGo);
  const resultOf = vi.spyOn(CheckMemory.prototype, "resultOf");
  onTestFinished(() => resultOf.mockRestore());
  SERVICES.openLedger({ ledger }, CONTEXT);
  const { snapshot } = await openRecords(ledger);
  const read = async (table: string) => run("check.read", { snapshot, table, from: 0, count: 10 });
  await read("entries");
  await setTimeout(500);
  // The window makes its own check now.
  expect(resultOf).not.toHaveBeenCalled();
  await read("descriptions");
  await vi.waitFor(() => expect(resultOf).toHaveBeenCalledTimes(1));
  const ahead = resultOf.mock.results[0]?.value as unknown;
  const decided = {
    items: [{ fingerprint: "0".repeat(64), seen: null }],
    status: "accepted",
    note: "Agreed",
    by: "Ada Obi",
  };
  const deciding = run("review.decide", { ledger, period: null, options: {}, ...decided });
  await expect(deciding).rejects.toMatchObject({ code: "FINDING_NOT_FOUND" });
  expect(resultOf.mock.results[1]?.value).toBe(ahead);
});

test("gives back the records of an earlier state once nobody asks for it any more", async () => {
  const ledger = filledLedger();
  onTestFinished(letGo);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  SERVICES.openLedger({ ledger }, CONTEXT);
  const now = await openRecords(ledger);
  const past = CONTRACT["check.open"].output.parse(
    await run("check.open", { ledger: { path: ledger, sequence: 1 } }),
  );
  expect(past.snapshot).not.toBe(now.snapshot);
  const read = async (snapshot: string) =>
    run("check.read", { snapshot, table: "entries", from: 0, count: 10 });
  expect(await read(past.snapshot)).toMatchObject({ walletID: { length: 0 } });
  vi.advanceTimersByTime(11 * 60_000);
  await expect(read(past.snapshot)).rejects.toMatchObject({ code: "SNAPSHOT_GONE" });
  expect(await read(now.snapshot)).toMatchObject({ walletID: { length: now.rows.entries } });
});

test("quick calls import nothing but what can be loaded before them", async () => {
  const quick = Object.entries(CALLS).filter(([, call]) => call.on === "quick");
  expect(quick.length).toBeGreaterThan(15);
  const importing = quick.filter(([, call]) => /import__?\(/u.test(String(call.run)));
  expect(importing.map(([method]) => method)).toEqual([]);
  for (const [method, call] of quick) {
    if (call.on !== "quick") continue;
    expect([method, await call.load()]).toEqual([method, expect.objectContaining({})]);
  }
});
