import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { closeLedger, connectAlone } from "../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { tieout } from "../../helpers/cli.ts";
import { FILLED_LINKS, failing, filledLedger } from "./made.ts";

const HOLDING = join(import.meta.dirname, "../../helpers/children/ledgers/holding-child.ts");
const SAVING = join(import.meta.dirname, "../../helpers/children/ledgers/saving-child.ts");
const LOOKING = join(import.meta.dirname, "../../helpers/children/ledgers/looking-child.ts");
const RUN = { atMs: 5000, document: "{}" };

/** A process that writes to the ledger for so many milliseconds; it has begun when this returns. */
async function holdFor(path: string, ms: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLDING, path, String(ms)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("case 38: a writer that waits a moment for another process succeeds", async () => {
  const path = filledLedger();
  const other = await holdFor(path, 700);
  const db = await openForWriting(path);
  expect(saveRun(db, RUN)).toBe(3);
  closeLedger(db);
  if (other.exitCode === null) await once(other, "close");
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
});

test("case 38: one that waits longer gets LEDGER_BUSY in one line, writes nothing, and reading continues", async () => {
  const path = filledLedger();
  const other = await holdFor(path, 60_000);
  const running = tieout(["check", path, "--save", "--json"]);
  // While that one waits for a writer, this process waits for one that reads a closed ledger: opening it writes, too.
  const read = filledLedger();
  const reading = openForReading(read);
  reading.exec("BEGIN");
  const before = readCheckInput(reading).entries.length;
  const started = performance.now();
  await expect(openForWriting(read)).rejects.toEqual(failing("LEDGER_BUSY"));
  expect(performance.now() - started).toBeGreaterThan(2500);
  expect(readCheckInput(reading).entries.length).toBe(before);
  closeLedger(reading);

  const run = await running;
  expect(run.stderr).toMatch(/^LEDGER_BUSY: [^\n]+\n$/u);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  const request = { source: { ledger: path }, period: null, options: {}, save: false };
  const report = await checkRecords(request, { now: () => 1, appVersion: "test" });
  expect(report.result.counts.entries).toBe(3);
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS });
  other.kill("SIGKILL");
  await once(other, "close");
  for (const free of [path, read]) {
    const db = await openForWriting(free);
    expect(saveRun(db, RUN)).toBe(3);
    closeLedger(db);
    expect(readdirSync(dirname(free))).toEqual(["a.tieout"]);
    expect(await verifyLedger(free, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
  }
});

test("the caller's patience also applies to the first read", async () => {
  const path = filledLedger();
  const other = connectAlone(path);
  onTestFinished(() => void other.close());
  other.exec("BEGIN EXCLUSIVE");
  const started = performance.now();
  await expect(openForWriting(path, undefined, 50)).rejects.toEqual(failing("LEDGER_BUSY"));
  expect(performance.now() - started).toBeLessThan(2500);
});

test("a proof reads one moment, whatever another process writes meanwhile", async () => {
  const path = filledLedger();
  const db = await openForWriting(path);
  saveRun(db, RUN);
  const reading = openForReading(path);
  reading.exec("BEGIN");
  const before = readCheckInput(reading).entries.length;
  saveRun(db, RUN);
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 2 });
  expect(readCheckInput(reading).entries.length).toBe(before);
  closeLedger(reading);
  closeLedger(db);
  expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
});

test("a moment that is read stays so though its process looks at the ledger again and another wants to write", async () => {
  const path = filledLedger();
  const reading = openForReading(path);
  reading.exec("BEGIN");
  const lines = () => reading.prepare("SELECT * FROM audit ORDER BY sequence").all();
  const before = lines();
  closeLedger(openForReading(path));
  const thread = new Worker(LOOKING, { workerData: path });
  onTestFinished(async () => void (await thread.terminate()));
  await once(thread, "message");
  const child = spawn(process.execPath, [SAVING, path, "1"], { stdio: "inherit" });
  const ended = once(child, "close");
  // It waits for this one.
  expect(await Promise.race([ended, setTimeout(1500, "waits")])).toBe("waits");
  reading.pragma("shrink_memory");
  expect(lines()).toEqual(before);
  closeLedger(reading);
  expect(await ended).toEqual([0, null]);
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
});

test("three processes that open, write and close in turn all succeed, and leave one file", async () => {
  const path = filledLedger();
  const children = [1, 2, 3].map(() => spawn(process.execPath, [SAVING, path, "12"], { stdio: "inherit" }));
  const statuses = await Promise.all(
    children.map(async (child) => ((await once(child, "close")) as [number])[0]),
  );
  expect(statuses).toEqual([0, 0, 0]);
  const report = await verifyLedger(path, null);
  expect(report).toMatchObject({ ok: true, links: FILLED_LINKS + 36 });
  expect(report.facts).toContainEqual({ name: "runs", count: 2 + 36 });
  expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
});
