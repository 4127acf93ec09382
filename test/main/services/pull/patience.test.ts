/** A window decides while a pull publishes in another of its threads: it waits for its turn, and nothing is lost. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { listLedgerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { wallet } from "../../../helpers/records.ts";
import { CONTEXT, brokenWallet, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";

const PATIENT = join(import.meta.dirname, "../../../helpers/children/patient-child.ts");
const HOLDING = join(import.meta.dirname, "../../../helpers/children/ledgers/holding-child.ts");
const PULLED = 20_000;

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

/** A thread that is ready to decide; it begins when told. */
async function decider(patienceMs: number) {
  const { findings } = readReview({ ledger, period: null, options: {} }, CONTEXT);
  const fingerprint = findings[0]?.finding.fingerprint ?? "";
  const worker = new Worker(PATIENT, { argv: [ledger, fingerprint, String(patienceMs)] });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, "message");
  return async () => {
    const outcome = once(worker, "message");
    worker.postMessage("decide", []);
    return ((await outcome) as [[number | string, number]])[0];
  };
}

/** Imports many entries here, and decides in another thread as soon as the first of them are being kept. */
async function decideDuringPull(patienceMs: number) {
  const file = join(temporaryFolder(), "wallet.json");
  const more = wallet(Array.from({ length: PULLED }, () => 1)).slice(5);
  writeFileSync(file, walletBody([...brokenWallet(9, 5), ...more]));
  const decide = await decider(patienceMs);
  let outcome = null as Promise<[number | string, number]> | null;
  const onProgress = ({ phase }: { readonly phase: string }) => {
    if (phase === "Saving entries") outcome ??= decide();
  };
  const files = { wallet: [file], transactions: [], user: null, business: [] };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const report = await importIntoLedger({ ledger, files }, { ...CONTEXT, onProgress });
  delay.disable();
  expect(report.entries?.inserted).toBe(PULLED - 5);
  const [said, tookMs] = await (outcome ?? Promise.reject(new Error("nothing was kept")));
  return { said, tookMs, longestBlockMs: delay.max / 1e6 };
}

test("case 38: with retries the decision waits for the pull's transaction and is saved", async () => {
  const { said, tookMs, longestBlockMs } = await decideDuringPull(60_000);
  expect(said).toBe(1);
  expect(tookMs).toBeLessThan(60_000);
  // The thread that waits is not the one that pulls.
  expect(longestBlockMs).toBeLessThan(1000);
  expect(listLedgerDecisions(ledger)).toHaveLength(1);
  // Made, imported twice, decided.
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, links: 4 });
});

test("case 38: without retries the decision is LEDGER_BUSY, and the pull is unaffected", async () => {
  expect((await decideDuringPull(1)).said).toBe("LEDGER_BUSY");
  expect(listLedgerDecisions(ledger)).toEqual([]);
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ ok: true, links: 3 });
});

test("case 38: retries last longer than a command line's few seconds", async () => {
  const decide = await decider(60_000);
  const child = spawn(process.execPath, [HOLDING, ledger, "4500"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const [said, tookMs] = await decide();
  expect(said).toBe(1);
  expect(tookMs).toBeGreaterThan(3200);
});
