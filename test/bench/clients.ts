/**
 * `node test/bench/clients.ts [--rounds N] [--entries N]`: `tieout clients` of fifty ledgers with 5,000 entries and planted faults, each
 * with signed months, decisions and a kept check of the month, as a whole process, against two seconds. Runs what `npm run build` has
 * built.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Month } from "../../src/core/review/close/close.ts";
import { monthDays } from "../../src/core/time.ts";
import { closeFolder } from "../../src/main/services/close/practice.ts";
import { prepareMonth, signOffMonth } from "../../src/main/services/close/close.ts";
import { listMonths } from "../../src/main/services/close/months.ts";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { decide, readReview } from "../../src/main/services/review/review.ts";
import { startSandbox } from "../../src/sandbox/server.ts";
import { printMeasure } from "./measure.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, entries: { type: "string", default: "5000" } },
});
const TIEOUT = join(import.meta.dirname, "../../bin/tieout.js");
const LEDGERS = 50;
const MARK_MS = 2000;
const CONTEXT = { now: Date.now, appVersion: "bench" };

const folder = mkdtempSync(join(tmpdir(), "tieout-clients-bench-"));
try {
  const month = await fill(join(folder, "00.tieout"));
  for (let at = 1; at < LEDGERS; at += 1) {
    copyFileSync(join(folder, "00.tieout"), join(folder, `${String(at).padStart(2, "0")}.tieout`));
  }
  const times = Array.from({ length: Number(values.rounds) }, () => list(month));
  const ms = times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  const measure = `clients of ${LEDGERS} ledgers, ${values.entries} entries each, against ${MARK_MS} ms`;
  printMeasure({ measure, ms, markMs: MARK_MS, ratio: ms / MARK_MS, mark: 1 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A ledger whose months are signed but for the last two that are over, with a kept check of the first that is not. */
async function fill(ledger: string): Promise<Month> {
  const sandbox = await startSandbox({ entries: Number(values.entries), seed: 1, faults: "default" });
  const { baseUrl, secretKey, appId, phone, password } = sandbox;
  const service = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const credentials = { secretKey, appId, phone, password };
  await pullIntoLedger({ ledger, service, credentials, history: { kind: "full" } }, CONTEXT);
  await sandbox.stop();
  const months = listMonths(ledger)
    .filter(({ isOver }) => isOver)
    .map((facts) => facts.month)
    .toReversed();
  const [open = "" as Month] = months.splice(-2);
  for (const signed of months) {
    await prepareMonth({ ledger, month: signed, by: "Ada Obi", override: "Bench" }, CONTEXT);
    await signOffMonth({ ledger, month: signed, by: "Ben Uche", note: "" }, CONTEXT);
  }
  const period = monthDays(open);
  const { findings } = readReview({ ledger, period, options: {} }, CONTEXT);
  const items = findings.map(({ finding, seen }) => ({ fingerprint: finding.fingerprint, seen }));
  await decide(
    { ledger, period, options: {}, status: "explained", note: "Bench", by: "Ada Obi", items: items.slice(1) },
    CONTEXT,
  );
  const request = { folder, out: folder, month: open, accessTo: null, full: false };
  for await (const { failure } of closeFolder(request, CONTEXT)) {
    if (failure !== null) throw new Error(failure.sentence);
  }
  return open;
}

/** @returns milliseconds of the whole process */
function list(month: Month): number {
  const begunMs = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [TIEOUT, "clients", folder], {
    encoding: "utf8",
  });
  const ms = performance.now() - begunMs;
  const line = `${LEDGERS} ledgers: ${LEDGERS} waiting.`;
  if (status !== 0 || !stdout.includes(line) || stdout.includes("Not known"))
    throw new Error(`${month}: ${stdout}${stderr}`);
  return ms;
}
