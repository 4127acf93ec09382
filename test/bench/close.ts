/**
 * `node test/bench/close.ts [--rounds N]`: `tieout close` of ten ledgers whose service answers each request after 400 ms, against
 * the same of one of them, as whole processes. Runs what `npm run build` has built.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import type { Sandbox } from "../../sandbox/generate/generate-world.ts";
import { printMeasure } from "./parts/measure.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const TIEOUT = join(import.meta.dirname, "../../bin/tieout.js");
const LEDGERS = 10;
const LATENCY_MS = 400;
const MARK = 1.3;
/** In a thread of its own, which answers while this one waits for a process. */
const SERVICE = `
  import { parentPort } from "node:worker_threads";
  import { startSandbox } from ${JSON.stringify(new URL("../../sandbox/generate/generate-world.ts", import.meta.url).href)};
  const { stop, ...sandbox } = await startSandbox({ entries: 500, seed: 1, faults: "none", latencyMs: ${LATENCY_MS} });
  parentPort.postMessage(JSON.parse(JSON.stringify(sandbox)));
`;

const folder = mkdtempSync(join(tmpdir(), "tieout-close-bench-"));
const service = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SERVICE)}`));
try {
  const sandbox = await new Promise<Sandbox>((resolve, reject) => {
    service.once("message", resolve).once("error", reject);
  });
  const [one, ten] = [await practice(sandbox, 1), await practice(sandbox, LEDGERS)];
  const times: { readonly one: number; readonly ten: number }[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    times.push({ one: close(one), ten: close(ten) });
  const [baselineMs, ms] = [middle(times.map((time) => time.one)), middle(times.map((time) => time.ten))];
  const measure = `close of ${LEDGERS} ledgers of a service that answers after ${LATENCY_MS} ms, against one`;
  printMeasure({ measure, ms, baselineMs, ratio: ms / baselineMs, mark: MARK });
} finally {
  await service.terminate();
  rmSync(folder, { recursive: true, force: true });
}

/** A folder with so many clients' ledgers, each pulled once. */
async function practice(
  { baseUrl, secretKey, appId, phone, password }: Sandbox,
  ledgers: number,
): Promise<string> {
  const clients = join(folder, String(ledgers));
  mkdirSync(clients);
  const credentials = { secretKey, appId, phone, password };
  const first = join(clients, "0.tieout");
  const place = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  await pullIntoLedger(
    { ledger: first, service: place, credentials, history: { kind: "full" } },
    { now: Date.now, appVersion: "bench" },
  );
  for (let client = 0; client < ledgers; client += 1) {
    if (client > 0) copyFileSync(first, join(clients, `${client}.tieout`));
    const file = join(clients, `${client}.credentials.json`);
    writeFileSync(file, JSON.stringify({ baseUrl, ...credentials }), { mode: 0o600 });
  }
  return clients;
}

/** @returns milliseconds of the whole process */
function close(clients: string): number {
  const begunMs = performance.now();
  const args = [TIEOUT, "close", "--month", "2026-08", clients];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return performance.now() - begunMs;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}
