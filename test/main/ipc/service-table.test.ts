import { chmodSync } from "node:fs";
import { onTestFinished, expect, test } from "vitest";
import { SERVICES, letGo } from "../../../src/main/ipc/service-table.ts";
import { filledLedger } from "../ledger/made.ts";

const CONTEXT = { now: () => 9000, appVersion: "test" };

test("a ledger that can only be read is read once, however often it is looked at", () => {
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
