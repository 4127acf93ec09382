/** Use cases that are interrupted between their steps leave the ledger as those steps left it. */
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { reopenMonth } from "../../../src/main/services/close/close.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { verifyLedgerFile } from "../../../src/main/services/verify/verify.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

/** Interrupted when a step of this name begins. */
function stoppingAt(phase: string): ServiceContext {
  const stop = new AbortController();
  return {
    ...CONTEXT,
    signal: stop.signal,
    onProgress: (at) => {
      if (at.phase === phase) stop.abort();
    },
  };
}

const interrupted = { ...CONTEXT, signal: AbortSignal.abort() };
const CANCELLED = expect.objectContaining({ code: "CANCELLED", message: "It was interrupted" });

test("check, verify and prune do not start", async () => {
  const ledger = await ledgerToReview();
  const before = await verifyLedger(ledger, null);
  const check = { source: { ledger }, period: null, options: {}, save: true };
  await expect(checkRecords(check, interrupted)).rejects.toEqual(CANCELLED);
  await expect(verifyLedgerFile(ledger, null, interrupted)).rejects.toEqual(CANCELLED);
  await expect(pruneLedger(ledger, 0, interrupted)).rejects.toEqual(CANCELLED);
  expect(await verifyLedger(ledger, null)).toEqual(before);
});

test("a step of the close that is cancelled before its turn opens no ledger", async () => {
  const request = { ledger: "nowhere.tieout", month: "2026-10" as Month, by: "Ada Obi", note: "Late" };
  await expect(reopenMonth(request, interrupted)).rejects.toEqual(CANCELLED);
  await expect(reopenMonth(request, CONTEXT)).rejects.toMatchObject({ code: "LEDGER_NOT_FOUND" });
});

test("a check interrupted while it computes keeps no run", async () => {
  const ledger = await ledgerToReview();
  const before = await verifyLedger(ledger, null);
  const check = { source: { ledger }, period: null, options: {}, save: true };
  await expect(checkRecords(check, stoppingAt("Checking"))).rejects.toEqual(CANCELLED);
  expect(await verifyLedger(ledger, null)).toEqual(before);
});

test("a prune interrupted before the file shrinks says what is done, and can be finished", async () => {
  const ledger = await ledgerToReview();
  const { size } = statSync(ledger);
  await expect(pruneLedger(ledger, 0, stoppingAt("Making the file smaller"))).rejects.toMatchObject({
    code: "CANCELLED",
    message: "The responses are dropped, and the file was not made smaller yet",
  });
  expect(statSync(ledger).size).toBe(size);
  const report = await pruneLedger(ledger, 0, CONTEXT);
  expect(report).toMatchObject({ bodies: 0, sizeBefore: size });
  expect(statSync(ledger).size).toBe(report?.sizeAfter);
  expect((await verifyLedger(ledger, null)).ok).toBe(true);
});
