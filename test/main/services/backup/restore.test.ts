import { hash } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { takeLock } from "../../../../src/main/ledger/file/lock.ts";
import { removeAbandonedFolders } from "../../../../src/main/excel/output/own-folder.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { identityOf } from "../../../../src/main/ledger/file/put-back.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { backUpBeside } from "../../../../src/main/services/backup/backup-beside.ts";
import { listBackups } from "../../../../src/main/services/backup/backup-plan.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { finishRestore, prepareRestore, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { anyOf, filesOf, snapshotsIn } from "../../../helpers/ledgers/snapshots.ts";
import { contentsOf, failing, filledLedger, tamper } from "../../ledger/made.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const CONTEXT: ServiceContext = { now: () => NOON, appVersion: "test" };
const CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/restoring-child.ts");
const KEPT = "a before restore 2026-11-21 120000.tieout";

let ledger = "";
let backup = "";
/** Of the backup. */
let links = 0;
/** A ledger, a backup of it, and a run kept after the backup. */
beforeEach(async () => {
  ledger = filledLedger();
  ({ path: backup } = await backUpBeside(ledger, null, CONTEXT));
  ({ links } = await verifyLedger(backup, null));
  await keepRun(ledger, "later");
});

async function keepRun(path: string, name: string): Promise<void> {
  const db = await openForWriting(path);
  saveRun(db, { atMs: 4000, document: JSON.stringify({ name }) });
  closeLedger(db);
}

/** What stands beside the ledger, the backups' folder aside. */
function beside(): string[] {
  return readdirSync(dirname(ledger))
    .filter((name) => name !== "a backups")
    .toSorted();
}

function newestLink(path: string) {
  const db = openForReading(path);
  try {
    return db
      .prepare<[], { kind: string; payload: string; at_ms: number }>(
        "SELECT kind, payload, at_ms FROM audit ORDER BY sequence DESC LIMIT 1",
      )
      .get();
  } finally {
    db.close();
  }
}

/** Damaged in the middle: pages that every reading needs are gone. */
function damage(path: string): Buffer {
  const bytes = readFileSync(path).fill(0xff, 100, 8192);
  writeFileSync(path, bytes);
  return bytes;
}

test("puts the backup in the ledger's place, records it in the trail, and keeps the old file byte for byte", async () => {
  const [before, wanted] = [readFileSync(ledger), identityOf(backup)];
  const replaced = identityOf(ledger);
  const { keptAs, head } = await restoreLedger({ ledger, backup }, CONTEXT);
  expect(keptAs).toBe(join(dirname(ledger), KEPT));
  expect(readFileSync(join(dirname(ledger), KEPT))).toEqual(before);
  expect(beside()).toEqual([KEPT, "a.tieout"].toSorted());
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, links: links + 1, head });
  const link = newestLink(ledger);
  expect(link).toMatchObject({ kind: "restore", at_ms: NOON });
  expect(JSON.parse(link?.payload ?? "")).toEqual({
    from: "a 2026-11-21 120000.tieout",
    head: wanted.head,
    replaced: replaced.head,
  });
  expect(
    listBackups(ledger)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(["before-restore", "scheduled"]);
});

test("an export printed after the backup no longer belongs to it, one printed before does (case 81)", async () => {
  const { head: later } = identityOf(ledger);
  const { head: earlier } = identityOf(backup);
  await restoreLedger({ ledger, backup }, CONTEXT);
  expect((await verifyLedger(ledger, earlier)).ok).toBe(true);
  const report = await verifyLedger(ledger, later);
  expect(report.problems.map(({ code }) => code)).toEqual(["AUDIT_TRUNCATED"]);
});

test("restores what was set aside in turn", async () => {
  const wanted = contentsOf(ledger);
  const { keptAs } = await restoreLedger({ ledger, backup }, CONTEXT);
  await restoreLedger({ ledger, backup: keptAs ?? "" }, { ...CONTEXT, now: () => NOON + 1000 });
  const runs = (contents: string) => /run [^]*?(?=\n[a-z_]+ \[)/u.exec(contents)?.[0];
  expect(runs(contentsOf(ledger))).toBe(runs(wanted));
  expect((await verifyLedger(ledger, null)).ok).toBe(true);
});

describe("case 42: an unreadable ledger", () => {
  test.each<[string, () => void]>([
    ["damaged", () => void damage(ledger)],
    ["cut short", () => writeFileSync(ledger, readFileSync(ledger).subarray(0, 9000))],
    ["empty", () => writeFileSync(ledger, "")],
    [
      "overwritten",
      () => writeFileSync(ledger, "no database at all, but long enough to have a header of one".repeat(9)),
    ],
  ])("%s: is replaced by a backup of its name, and set aside as it was", async (_, spoil) => {
    spoil();
    const before = readFileSync(ledger);
    await restoreLedger({ ledger, backup }, CONTEXT);
    expect(readFileSync(join(dirname(ledger), KEPT))).toEqual(before);
    expect((await verifyLedger(ledger, null)).ok).toBe(true);
    expect(JSON.parse(newestLink(ledger)?.payload ?? "")).toMatchObject({ replaced: null });
  });

  test("that is gone is restored from the backup", async () => {
    rmSync(ledger);
    expect(await restoreLedger({ ledger, backup }, CONTEXT)).toMatchObject({ keptAs: null });
    expect(beside()).toEqual(["a.tieout"]);
    expect((await verifyLedger(ledger, null)).ok).toBe(true);
  });

  test("keeps its log with it, and does not replay it onto the restored ledger", async () => {
    const wal = Buffer.from("the log of a killed process, that SQLite would play back");
    damage(ledger);
    writeFileSync(`${ledger}-wal`, wal);
    writeFileSync(`${ledger}-shm`, "index");
    await restoreLedger({ ledger, backup }, CONTEXT);
    expect(beside()).toEqual(["a.tieout", KEPT, `${KEPT}-wal`].toSorted());
    expect(readFileSync(join(dirname(ledger), `${KEPT}-wal`))).toEqual(wal);
    expect((await verifyLedger(ledger, null)).ok).toBe(true);
  });

  test("refuses a backup of another name, which nothing ties to this ledger", async () => {
    const other = join(temporaryFolder(), "b 2026-11-21 120000.tieout");
    copyFileSync(backup, other);
    const before = damage(ledger);
    await expect(restoreLedger({ ledger, backup: other }, CONTEXT)).rejects.toEqual(
      failing("BACKUP_FOREIGN"),
    );
    expect(readFileSync(ledger)).toEqual(before);
    expect(beside()).toEqual(["a.tieout"]);
  });
});

test("merges a killed process's log into the file it sets aside: nothing acknowledged is lost", async () => {
  const folder = dirname(ledger);
  const db = await openForWriting(ledger);
  const document = '{"name":"in the log"}';
  saveRun(db, { atMs: 5000, document });
  // As a killed process leaves it: file and log, copied while nobody closes them.
  copyFileSync(ledger, join(folder, "copy"));
  copyFileSync(`${ledger}-wal`, join(folder, "copy-wal"));
  closeLedger(db);
  renameSync(join(folder, "copy"), ledger);
  renameSync(join(folder, "copy-wal"), `${ledger}-wal`);
  const { keptAs } = await restoreLedger({ ledger, backup }, CONTEXT);
  expect(beside()).toEqual(["a.tieout", KEPT].toSorted());
  expect(contentsOf(keptAs ?? "")).toContain(hash("sha256", document));
  expect(await verifyLedger(keptAs ?? "", null)).toMatchObject({ ok: true, links: links + 2 });
});

describe("refuses, and leaves everything unchanged", () => {
  /** The refusal, with the ledger's folder as it was. */
  async function expectRefusal(given: string, code: Parameters<typeof failing>[0]): Promise<void> {
    const before = readFileSync(ledger);
    const files = beside();
    await expect(restoreLedger({ ledger, backup: given }, CONTEXT)).rejects.toEqual(failing(code));
    expect(readFileSync(ledger)).toEqual(before);
    expect(beside()).toEqual(files);
  }

  test("a backup of another ledger, whatever its name", async () => {
    const other = join(temporaryFolder(), "a 2026-11-21 120000.tieout");
    closeLedger(createLedger(other, { ledgerId: "another", atMs: 0 }));
    await expectRefusal(other, "BACKUP_FOREIGN");
  });

  test("a backup replaced by another ledger's after it was inspected", async () => {
    const other = join(temporaryFolder(), "other.tieout");
    closeLedger(createLedger(other, { ledgerId: "another", atMs: 0 }));
    const [before, files] = [readFileSync(ledger), beside()];
    const restoring = prepareRestore({ ledger, backup }, CONTEXT);
    renameSync(other, backup);
    await expect(restoring).rejects.toEqual(failing("BACKUP_FOREIGN"));
    expect(readFileSync(ledger)).toEqual(before);
    expect(beside()).toEqual(files);
  });

  test("the ledger itself, also by another name", async () => {
    await expectRefusal(ledger, "BACKUP_FOREIGN");
    linkSync(ledger, join(dirname(ledger), "twin"));
    await expectRefusal(join(dirname(ledger), "twin"), "BACKUP_FOREIGN");
  });

  test.each<[string, Parameters<typeof failing>[0], () => void]>([
    ["one that is damaged", "LEDGER_CORRUPT", () => void damage(backup)],
    ["one that is empty", "LEDGER_EMPTY", () => writeFileSync(backup, "")],
    ["one that is gone", "LEDGER_NOT_FOUND", () => rmSync(backup)],
    ["a workbook", "LEDGER_FOREIGN", () => writeFileSync(backup, "PK\u0003\u0004".repeat(100))],
    [
      "one that was made by a newer version",
      "LEDGER_FROM_FUTURE",
      () => void new Database(backup).exec("PRAGMA user_version = 99").close(),
    ],
    [
      "one in which a row was changed",
      "AUDIT_MISMATCH",
      () => tamper(backup, "UPDATE entry_version SET balance = balance + 1 WHERE balance > 0"),
    ],
    [
      "one that brings a trigger of its own",
      "LEDGER_FOREIGN",
      () => tamper(backup, "CREATE TRIGGER own AFTER INSERT ON audit BEGIN DELETE FROM entry_copy; END"),
    ],
    [
      "one that brings a view of its own",
      "LEDGER_FOREIGN",
      () => tamper(backup, "CREATE VIEW own AS SELECT * FROM audit"),
    ],
    [
      "one whose trail was changed",
      "AUDIT_BROKEN",
      () => tamper(backup, "UPDATE audit SET at_ms = 1 WHERE sequence = 3"),
    ],
  ])("%s", async (_, code, spoil) => {
    spoil();
    await expectRefusal(backup, code);
  });

  test("case 36: while another process has the ledger open", async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, "../../../helpers/children/ledgers/locking-child.ts"), ledger],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    const before = readFileSync(ledger);
    await expect(restoreLedger({ ledger, backup }, CONTEXT)).rejects.toEqual(failing("LEDGER_LOCKED"));
    expect(readFileSync(ledger)).toEqual(before);
    child.stdin.end();
    await once(child, "close");
    await restoreLedger({ ledger, backup }, CONTEXT);
  });

  test("while a writing command has it open without a lock", async () => {
    const db = await openForWriting(ledger);
    onTestFinished(() => closeLedger(db));
    saveRun(db, { atMs: 6000, document: "{}" });
    await expect(restoreLedger({ ledger, backup }, CONTEXT)).rejects.toEqual(failing("LEDGER_BUSY"));
    saveRun(db, { atMs: 6001, document: "{}" });
    expect(beside().filter((name) => name.includes("restore") || name.endsWith(".new"))).toEqual([]);
  });

  test("case 41: a ledger marked read-only", async () => {
    chmodSync(ledger, 0o444);
    await expectRefusal(backup, "LEDGER_READONLY");
  });

  test.runIf(process.platform === "linux")("case 41: a folder that cannot be written", async () => {
    await expect(restoreLedger({ ledger: "/proc/a.tieout", backup }, CONTEXT)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:LEDGER_READONLY|EXPORT_TARGET)$/u),
    });
  });

  test("a folder in the ledger's place", async () => {
    rmSync(ledger);
    mkdirSync(ledger);
    await expect(restoreLedger({ ledger, backup }, CONTEXT)).rejects.toEqual(failing("LEDGER_FOREIGN"));
    rmSync(ledger, { recursive: true });
    writeFileSync(ledger, "");
  });

  test("when interrupted, before or after the proof", async () => {
    const aborted = { ...CONTEXT, signal: AbortSignal.abort() };
    await expect(restoreLedger({ ledger, backup }, aborted)).rejects.toEqual(failing("CANCELLED"));
    const prepared = await prepareRestore({ ledger, backup }, CONTEXT);
    expect(beside()).toHaveLength(2);
    await expect(finishRestore(prepared, aborted)).rejects.toEqual(failing("CANCELLED"));
    expect(beside()).toEqual(["a.tieout"]);
  });
});

test("restores a ledger of an older schema as it was, and migrates it on the first write", async () => {
  const fixture = join(import.meta.dirname, "../../../fixtures/ledgers/schema-2.tieout");
  const old = join(temporaryFolder(), "old.tieout");
  copyFileSync(fixture, old);
  await keepRun(old, "after the update");
  const [made] = listBackups(old);
  expect(made).toMatchObject({ kind: "before-update", path: `${old}.schema-2.backup` });
  await restoreLedger({ ledger: old, backup: made?.path ?? "" }, CONTEXT);
  expect(contentsOf(old)).not.toContain("after the update");
  expect((await verifyLedger(old, null)).ok).toBe(true);
  await keepRun(old, "again");
  expect((await verifyLedger(old, null)).ok).toBe(true);
});

test.skipIf(process.platform === "win32")(
  "keeps backup and restored ledger private where the ledger was",
  async () => {
    chmodSync(ledger, 0o600);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    const { path } = await backUpBeside(ledger, null, CONTEXT);
    expect(modeOf(path)).toBe(0o600);
    await restoreLedger({ ledger, backup: path }, CONTEXT);
    expect(modeOf(ledger)).toBe(0o600);
  },
);

test("releases the lock", async () => {
  await restoreLedger({ ledger, backup }, CONTEXT);
  expect(existsSync(join(dirname(ledger), "a.tieout-lock"))).toBe(false);
  takeLock(ledger, "test", 0).release();
});

/** What the ledger's folder holds where a process that restores is killed before each of its steps in turn, and once it has ended. */
async function left(env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const into = join(temporaryFolder(), "steps");
  const snapshots = { SNAPSHOTS_OF: dirname(ledger), SNAPSHOTS_IN: into };
  const child = spawn(process.execPath, [CHILD, ledger, backup], {
    env: { ...process.env, ...snapshots, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  expect(signal).toBe(env["KILL_AT"] === undefined ? null : "SIGKILL");
  return [...snapshotsIn(into), dirname(ledger)];
}

/** From now on the ledger and its backup are those of a copy of their folder. */
function goTo(folder: string): void {
  [ledger, backup] = [ledger, backup].map((path) => join(folder, relative(dirname(ledger), path))) as [
    string,
    string,
  ];
}

describe.runIf(IS_EXHAUSTIVE)("case 30: killed at any step", () => {
  test("the old or the restored ledger is whole under its name, and nothing known is lost", async () => {
    const [bytes, old] = [readFileSync(ledger), contentsOf(ledger)];
    const outcomes = new Set<string>();
    const folders = await left();
    for (const [at, folder] of folders.entries()) {
      goTo(folder);
      const report = await verifyLedger(ledger, null);
      expect(report.problems, `killed before step ${at + 1}`).toEqual([]);
      const isOld = readFileSync(ledger).equals(bytes);
      outcomes.add(isOld ? "old" : "restored");
      expect(newestLink(ledger)?.kind).toBe(isOld ? "run" : "restore");
      expect(contentsOf(isOld ? ledger : join(dirname(ledger), KEPT))).toBe(old);
      // A second name of the ledger is none of its backups.
      expect(listBackups(ledger)).toHaveLength(isOld ? 1 : 2);
      if (isOld) await restoreLedger({ ledger, backup }, CONTEXT);
      expect(newestLink(ledger)?.kind).toBe("restore");
    }
    expect(folders.length).toBeGreaterThan(5);
    expect([...outcomes].toSorted()).toEqual(["old", "restored"]);
  });

  test("with a damaged ledger and its log, neither is lost, and the next restore succeeds", async () => {
    const [bytes, wal] = [damage(ledger), Buffer.from("the log")];
    writeFileSync(`${ledger}-wal`, wal);
    const folders = await left();
    for (const [at, folder] of folders.entries()) {
      goTo(folder);
      const found = beside().map((name) => readFileSync(join(dirname(ledger), name)));
      expect(
        [bytes, wal].map((wanted) => found.some((one) => one.equals(wanted))),
        `killed before step ${at + 1}`,
      ).toEqual([true, true]);
      if (readFileSync(ledger).equals(bytes)) await restoreLedger({ ledger, backup }, CONTEXT);
      expect(existsSync(join(dirname(ledger), `${KEPT}-wal`)), `killed before step ${at + 1}`).toBe(true);
      expect((await verifyLedger(ledger, null)).problems).toEqual([]);
    }
    expect(folders.length).toBeGreaterThan(5);
  });

  // Copies cannot show what a process leaves elsewhere, or does when it is killed: some real kills, at other steps each time.
  test.each([
    ["the sixth", 6],
    ["an earlier", anyOf(1, 5)],
  ])(
    "what is copied before %s step is what a kill leaves there, and nothing stays elsewhere",
    async (_, step) => {
      const elsewhere = temporaryFolder();
      const folders = await left({ KILL_AT: String(step), TMPDIR: elsewhere });
      const [copied = "", killed = ""] = folders.slice(-2);
      expect(filesOf(killed), `step ${step}`).toEqual(filesOf(copied));
      // Pulls are compared in private folders: the next process removes them.
      vi.stubEnv("TMPDIR", elsewhere);
      removeAbandonedFolders();
      vi.unstubAllEnvs();
      expect(readdirSync(elsewhere), `step ${step}`).toEqual([]);
    },
  );
});
