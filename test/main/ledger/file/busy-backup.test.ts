/** The copy of a ledger that another program is writing at that moment. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { backupBeforeMigration, copyLedger } from "../../../../src/main/ledger/file/make.ts";
import { SCHEMA_VERSION } from "../../../../src/main/ledger/file/schema.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { contentsOf, failing, filledLedger } from "../made.ts";

const SHORT_MS = 50;
/** Longer than a worker takes to let go on the slowest machine. */
const LONG_MS = 120_000;

let path: string;

beforeEach(() => {
  path = filledLedger();
});

/** Keeps everybody else out of the ledger until it is called. */
function keepOut(): () => void {
  const other = new Database(path);
  other.exec("BEGIN EXCLUSIVE");
  return () => {
    other.exec("COMMIT");
    other.close();
  };
}

/**
 * A thread that keeps others out for as long as a short patience lasts several times over.
 *
 * @returns once it does; what it gives is settled when the thread has ended
 */
async function keepOutInThread(): Promise<{ readonly ended: Promise<unknown> }> {
  const holding = `
    const { parentPort, workerData } = require("node:worker_threads");
    const Database = require(workerData.library);
    const other = new Database(workerData.path);
    other.exec("BEGIN EXCLUSIVE");
    parentPort.postMessage("held");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${5 * SHORT_MS});
    other.exec("COMMIT");
    other.close();`;
  const library = createRequire(import.meta.url).resolve("better-sqlite3");
  const worker = new Worker(holding, { eval: true, workerData: { path, library } });
  const ended = once(worker, "exit");
  await once(worker, "message");
  return { ended };
}

describe("the backup before a migration", () => {
  test("is refused as busy when another program keeps it out longer than the caller waits", async () => {
    const letGo = keepOut();
    await expect(backupBeforeMigration(path, SCHEMA_VERSION, SHORT_MS)).rejects.toEqual(
      failing("LEDGER_BUSY"),
    );
    letGo();
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
  });

  test("is made whole when the other program lets go while the caller waits", async () => {
    const before = contentsOf(path);
    const { ended } = await keepOutInThread();
    await backupBeforeMigration(path, SCHEMA_VERSION, LONG_MS);
    await ended;
    const backup = `${path}.schema-${SCHEMA_VERSION}.backup`;
    expect(contentsOf(backup)).toBe(before);
    openForReading(backup).close();
  });
});

describe("a copy", () => {
  test("ends as busy when another program comes in the way between two steps", async () => {
    let letGo: (() => void) | undefined;
    const copying = copyLedger(path, `${path}.copy`, () => (letGo ??= keepOut()), SHORT_MS);
    await expect(copying).rejects.toEqual(failing("LEDGER_BUSY"));
    letGo?.();
  });
});
