import { chmodSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { letGo } from "../../../src/main/ipc/threads/held-ledger.ts";
import { SERVICES } from "../../../src/main/ipc/threads/service-table.ts";
import { CheckMemory } from "../../../src/main/services/check/check-memory.ts";
import { filledLedger } from "../ledger/made.ts";

const CONTEXT = { now: () => 9000, appVersion: "test" };

test("reads a read-only ledger once, however often it is shown", () => {
  const ledger = filledLedger();
  chmodSync(ledger, 0o444);
  onTestFinished(letGo);
  const { readOnly, facts } = SERVICES.openLedger({ ledger }, CONTEXT);
  expect(readOnly?.code).toBe("LEDGER_READONLY");
  const { snapshot } = SERVICES.openSnapshot({ ledger });
  expect(SERVICES.openLedger({ ledger }, CONTEXT)).toMatchObject({ facts, readOnly });
  const batch = SERVICES.readBatch({ snapshot, table: "entries", from: 0, count: 10 });
  expect(batch).toMatchObject({ walletID: { length: facts.counts.entries } });
});

test("a decision after a window has read the records does not wait for a check", async () => {
  const ledger = filledLedger();
  onTestFinished(letGo);
  const resultOf = vi.spyOn(CheckMemory.prototype, "resultOf");
  onTestFinished(() => resultOf.mockRestore());
  SERVICES.openLedger({ ledger }, CONTEXT);
  const { snapshot } = SERVICES.openSnapshot({ ledger });
  SERVICES.readBatch({ snapshot, table: "entries", from: 0, count: 10 });
  await vi.waitFor(() => expect(resultOf).toHaveBeenCalledTimes(1));
  const ahead = resultOf.mock.results[0]?.value as unknown;
  await SERVICES.saveCheck({ ledger, period: null, options: {} }, CONTEXT);
  expect(resultOf.mock.results[1]?.value).toBe(ahead);
});
