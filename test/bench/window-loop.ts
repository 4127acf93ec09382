/**
 * `node test/bench/window-loop.ts [ENTRIES]`: how long the thread that carries the window's calls keeps everybody waiting while a
 * pull comes in, from a sandbox in a process of its own. A window asks all the while, as one that shows the job does. Prints one
 * JSON line, times in milliseconds.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Output } from "../../src/ipc/contract.ts";
import type { Envelope } from "../../src/ipc/envelope.ts";
import type { Job } from "../../src/ipc/jobs.ts";
import type { FileFacts } from "../../src/ipc/values.ts";
import { type Backend, createBackend } from "../../src/main/backend/backend.ts";

const ENTRIES = Number(process.argv[2] ?? 200_000);
const MARK_MS = 50;
/** How often the loop is looked at. */
const RESOLUTION_MS = 2;
/** How often a window asks, beside what it is told. */
const ASK_EVERY_MS = 100;

const folder = mkdtempSync(join(tmpdir(), "tieout-loop-"));
const sandbox = spawn(
  process.execPath,
  [join(import.meta.dirname, "../../src/cli/index.ts"), "sandbox", "--entries", String(ENTRIES)],
  { stdio: ["ignore", "pipe", "inherit"] },
);
let events = 0;
const backend = await createBackend({
  platform: {
    host: "electron",
    os: "linux",
    chooseToOpen: async () => Promise.resolve([]),
    chooseToSave: async () => Promise.resolve(join(folder, "loop.tieout")),
    reveal: async () => Promise.resolve(),
    view: null,
    noteRecent: () => undefined,
    secrets: {
      protect: async (text) => Promise.resolve(Buffer.from(text)),
      reveal: async (bytes) => Promise.resolve(Buffer.from(bytes).toString()),
    },
  },
  dataFolder: join(folder, "app"),
  appVersion: "bench",
  now: Date.now,
  send: () => {
    events += 1;
  },
});
try {
  const [line] = (await once(sandbox.stdout, "data")) as [Buffer];
  await measure(JSON.parse(line.toString()) as Readonly<Record<string, string>>);
} finally {
  await backend.close();
  sandbox.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(service: Readonly<Record<string, string>>): Promise<void> {
  const connection = { ...service, pathPrefix: "/sandbox/index", authForm: "key" };
  const asked = { purpose: "ledger", suggestedName: "loop.tieout" };
  const { file } = await call<{ readonly file: FileFacts }>(backend, "files.chooseToSave", asked);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const begun = performance.now();
  await call<Job>(backend, "pull.start", { target: file.handle, connection, full: true });
  let job = await newestJob();
  while (job.state === "running") {
    await wait(ASK_EVERY_MS);
    await call(backend, "ledger.current", {});
    job = await newestJob();
  }
  const tookMs = performance.now() - begun;
  delay.disable();
  if (job.state !== "done") throw new Error(JSON.stringify(job.fault));
  const ms = Math.round(delay.percentile(99) / 1e5) / 10;
  const report = {
    measure: "block of the thread that carries the window's calls during a pull, p99",
    entries: ENTRIES,
    ms,
    longestMs: Math.round(delay.max / 1e6),
    pullMs: Math.round(tookMs),
    events,
    markMs: MARK_MS,
    ratio: Math.round((ms / MARK_MS) * 100) / 100,
    mark: 1,
    reached: ms <= MARK_MS,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

async function newestJob(): Promise<Job> {
  const { jobs } = await call<Output<"jobs.list">>(backend, "jobs.list", {});
  const [newest] = jobs;
  if (newest === undefined) throw new Error("there is no job");
  return newest;
}

async function call<T>(to: Backend, method: string, input: unknown): Promise<T> {
  const reply = (await to.call(method, input)) as Envelope<T>;
  if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.fault)}`);
  return reply.value;
}
