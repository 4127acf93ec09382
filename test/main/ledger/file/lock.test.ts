import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { lockPath, refuseLocked, takeLock } from "../../../../src/main/ledger/file/lock.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import { decide, listLedgerDecisions, undo } from "../../../../src/main/services/review/review.ts";
import { changeSettings, showSettings } from "../../../../src/main/services/backup/settings.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { CANARY, startService } from "../../../helpers/service.ts";
import { contentsOf, failing, filledLedger, timesOpen } from "../made.ts";

const LOCKING = join(import.meta.dirname, "../../../helpers/children/ledgers/locking-child.ts");
const SAVING = join(import.meta.dirname, "../../../helpers/children/ledgers/saving-child.ts");
const CONTEXT = { now: () => 9000, appVersion: "test" };

type Window = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a process that has ledgers open as a window does. */
function openWindow(...paths: string[]): { readonly child: Window; readonly says: () => Promise<string> } {
  const child = spawn(process.execPath, [LOCKING, ...paths], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = child.stdout.setEncoding("utf8").iterator();
  const said: string[] = [];
  return {
    child,
    async says() {
      while (said.length === 0) {
        const { value } = (await lines.next()) as { value?: string };
        if (value === undefined) return "nothing more";
        said.push(...value.split("\n").filter((line) => line !== ""));
      }
      return said.shift() ?? "";
    },
  };
}

let path = "";
beforeEach(() => {
  path = filledLedger();
});

const checking = (save: boolean) =>
  checkRecords({ source: { ledger: path }, period: null, options: {}, save }, CONTEXT);

describe("case 36: while a window has the ledger open, another process", () => {
  test("may not write: the refusal says who has it open, and nothing is written", async () => {
    const window = openWindow(path);
    expect(await window.says()).toBe("held");
    const before = contentsOf(path);
    const names = readdirSync(dirname(path));
    const service = await startService({ entries: [], transactions: [] });
    const file = join(temporaryFolder(), "w.json");
    writeFileSync(file, '{"status":200,"data":{"histories":[]}}');
    const items = [{ fingerprint: "0".repeat(64) }];
    const out = join(temporaryFolder(), "x.xlsx");
    const ways: Record<string, () => Promise<unknown>> = {
      pull: () =>
        pullIntoLedger(
          {
            ledger: path,
            service: { baseUrl: service.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
            credentials: CANARY,
            history: { kind: "routine" },
          },
          CONTEXT,
        ),
      import: () =>
        importIntoLedger(
          { ledger: path, files: { wallet: [file], transactions: [], user: null, business: [] } },
          CONTEXT,
        ),
      decide: () =>
        decide(
          { ledger: path, period: null, options: {}, items, status: "accepted", note: "n", by: "Ada" },
          CONTEXT,
        ),
      undo: () => undo({ ledger: path, items, note: "", by: "Ada" }, CONTEXT),
      settings: () => changeSettings(path, { decimals: 3 }, CONTEXT),
      "check and save": () => checking(true),
      export: () => exportLedger({ ledger: path, period: null, options: {}, format: "xlsx", out }, CONTEXT),
      prune: () => pruneLedger(path, 0, CONTEXT),
    };
    const who = `Tieout 9.9 (process ${window.child.pid} on ${hostname()}) since 2026-10-31 00:00:00 UTC`;
    for (const [way, write] of Object.entries(ways)) {
      const refusal = await failureOf(write());
      expect({ way, code: refusal.code, message: refusal.message, facts: refusal.facts }).toEqual({
        way,
        code: "LEDGER_LOCKED",
        message: `The ledger is open in ${who}`,
        facts: { file: path },
      });
    }
    const run = await tieout(["settings", path, "--decimals", "3"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(
      /^LEDGER_LOCKED: The ledger is open in Tieout 9\.9 [^\n]+ Close the other window[^\n]+\n$/u,
    );
    expect(service.requests).toEqual([]);
    expect(existsSync(out)).toBe(false);
    expect(contentsOf(path)).toBe(before);
    expect(readdirSync(dirname(path))).toEqual(names);
  });

  test("may read it with any command that only reads", async () => {
    const window = openWindow(path);
    await window.says();
    expect((await checking(false)).result.counts.entries).toBe(3);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true });
    expect(showSettings(path)).toMatchObject({ decimals: 0 });
    expect(listLedgerDecisions(path)).toHaveLength(1);
    expect((await tieout(["check", path, "--json"])).stdout).toContain("tieout.check/1");
  });

  test("may write as soon as the window closes it, and no file is left", async () => {
    const window = openWindow(path);
    await window.says();
    await expect(checking(true)).rejects.toEqual(failing("LEDGER_LOCKED"));
    window.child.stdin.end();
    expect(await window.says()).toBe("let go");
    expect((await checking(true)).runId).toBe(3);
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
  });

  test("may not open it as a window, by whatever name, until the first one closes", async () => {
    const folder = join(temporaryFolder(), "folder");
    symlinkSync(dirname(path), folder);
    const link = join(folder, basename(path));
    const first = openWindow(path);
    expect(await first.says()).toBe("held");
    const second = openWindow(path, link);
    expect([await second.says(), await second.says()]).toEqual(["LEDGER_LOCKED", "LEDGER_LOCKED"]);
    expect(() => takeLock(link, "test", 0)).toThrow(failing("LEDGER_LOCKED"));
    first.child.stdin.end();
    await first.says();
    expect(await openWindow(link).says()).toBe("held");
  });
});

test("does not stop the window's own threads from writing", async () => {
  const lock = takeLock(path, "test", 0);
  expect((await checking(true)).runId).toBe(3);
  const worker = new Worker(SAVING, { argv: [path, "2"] });
  await once(worker, "exit");
  expect((await checking(true)).runId).toBe(6);
  // What they closed took no lock away.
  expect(await openWindow(path).says()).toBe("LEDGER_LOCKED");
  lock.release();
  lock.release();
  expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
});

describe("case 37: a stale lock is recovered automatically", () => {
  test("after a window is killed, the next one writes or opens at once", async () => {
    for (let kill = 1; kill <= 5; kill += 1) {
      const window = openWindow(path);
      expect(await window.says()).toBe("held");
      window.child.kill("SIGKILL");
      await once(window.child, "close");
      expect(existsSync(lockPath(path))).toBe(true);
      expect((await checking(true)).runId).toBe(2 + kill);
    }
    const next = openWindow(path);
    expect(await next.says()).toBe("held");
    next.child.stdin.end();
    await next.says();
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
  });

  test("ignores a file of that name that is not a lock", async () => {
    for (const content of ["", "pid 4711\n".repeat(300), "SQLite format 3\u0000"]) {
      writeFileSync(lockPath(path), content);
      expect((await checking(true)).runId).toBeGreaterThan(2);
      const lock = takeLock(path, "test", 0);
      expect(await openWindow(path).says()).toBe("LEDGER_LOCKED");
      lock.release();
      expect(existsSync(lockPath(path))).toBe(false);
    }
  });
});

test("gives each ledger to exactly one of several windows that open them at the same moment", async () => {
  const ledgers = Array.from({ length: 4 }, () => filledLedger());
  const windows = Array.from({ length: 4 }, () => openWindow(...ledgers));
  const said = async () => Promise.all(windows.map(({ says }) => says()));
  const lockedOut = "LEDGER_LOCKED";
  for (const _ of ledgers)
    expect((await said()).toSorted()).toEqual([lockedOut, lockedOut, lockedOut, "held"]);
  for (const { child } of windows) child.stdin.end();
  expect(await said()).toEqual(windows.map(() => "let go"));
  for (const ledger of ledgers) expect(readdirSync(dirname(ledger))).toEqual(["a.tieout"]);
});

test("locks nothing that is not a ledger or cannot be written", () => {
  expect(() => takeLock(join(temporaryFolder(), "none.tieout"), "test", 0)).toThrow(
    failing("LEDGER_NOT_FOUND"),
  );
  mkdirSync(lockPath(path));
  expect(() => takeLock(path, "test", 0)).toThrow(failing("LEDGER_READONLY"));
});

test.skipIf(process.platform !== "linux")("keeps no lock open that is another's, or nobody's", async () => {
  const window = openWindow(path);
  expect(await window.says()).toBe("held");
  expect(() => refuseLocked(path)).toThrow(failing("LEDGER_LOCKED"));
  expect(() => takeLock(path, "test", 0)).toThrow(failing("LEDGER_LOCKED"));
  expect(timesOpen(lockPath(path))).toBe(0);
  window.child.kill("SIGKILL");
  await once(window.child, "close");
  expect(existsSync(lockPath(path))).toBe(true);
  refuseLocked(path);
  expect(timesOpen(lockPath(path))).toBe(0);
  const lock = takeLock(path, "test", 0);
  expect(timesOpen(lockPath(path))).toBeGreaterThan(0);
  lock.release();
  expect(timesOpen(lockPath(path))).toBe(0);
});
