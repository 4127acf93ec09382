/**
 * Case 92: links, pipes, devices and folders in the place of a ledger, of what SQLite keeps beside it, or of its lock. Nothing is
 * followed, nothing waited for, and what a link leads to is as it was.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { lockPath, takeLock } from "../../../../src/main/ledger/file/lock.ts";
import { unfinishedName } from "../../../../src/main/ledger/file/names.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { removeTwin } from "../../../../src/main/ledger/file/put-back.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { changeSettings, showSettings } from "../../../../src/main/services/backup/settings.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { CONTEXT } from "../../../helpers/ledgers/signing.ts";
import { ENTRIES, filledLedger } from "../made.ts";

const isPosix = process.platform !== "win32";

let ledger = "";
beforeEach(() => {
  ledger = filledLedger();
});

function pipe(path: string): string {
  execFileSync("mkfifo", [path]);
  return path;
}

/** Whatever opens, makes or replaces a ledger. */
const USES: Readonly<Record<string, (path: string) => unknown>> = {
  read: (path) => openForReading(path),
  write: async (path) => openForWriting(path),
  lock: (path) => takeLock(path, "test", 0),
  settings: async (path) => changeSettings(path, { decimals: 3, by: "Ada Obi", note: "Why so" }, CONTEXT),
  import: async (path) => {
    const wallet = join(temporaryFolder(), "w.json");
    writeFileSync(wallet, walletBody(ENTRIES));
    const files = { wallet: [wallet], transactions: [], user: null, business: [] };
    return importIntoLedger({ ledger: path, files }, CONTEXT);
  },
  "back up": async (path) => backUpLedger(path, join(temporaryFolder(), "copy.tieout"), CONTEXT),
  "restore from it": async (path) => restoreLedger({ ledger, backup: path }, CONTEXT),
  "restore to it": async (path) => restoreLedger({ ledger: path, backup: ledger }, CONTEXT),
};

/** What each use says of a path: a code, or what it did instead of refusing. */
async function refusals(path: string): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const [name, use] of Object.entries(USES)) {
    try {
      await use(path);
      said[name] = "done";
    } catch (error) {
      said[name] = error instanceof TieoutError ? `${error.code}: ${error.message}` : String(error);
    }
  }
  return said;
}

const allSay = (words: string) => Object.fromEntries(Object.keys(USES).map((name) => [name, words]));

describe.runIf(isPosix)("refuses one in the place of a ledger", () => {
  test("accepts a link to a ledger as that ledger", async () => {
    const link = join(dirname(ledger), "link.tieout");
    symlinkSync(ledger, link);
    const bytes = readFileSync(ledger);
    const words = `LEDGER_FOREIGN: This is a link. Use the file that it leads to: ${ledger}`;
    expect(await refusals(link)).toEqual(allSay(words));
    expect(readFileSync(ledger).equals(bytes)).toBe(true);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    const run = await tieout(["months", link]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toContain(words);
  });

  test("refuses a link that leads nowhere, or to itself", async () => {
    const [dangling, loop] = ["dangling", "loop"].map((name) => join(dirname(ledger), `${name}.tieout`));
    symlinkSync(join(dirname(ledger), "nowhere"), dangling ?? "");
    symlinkSync(loop ?? "", loop ?? "");
    const words = allSay("LEDGER_FOREIGN: This link leads to no file");
    expect([await refusals(dangling ?? ""), await refusals(loop ?? "")]).toEqual([words, words]);
    expect(existsSync(join(dirname(ledger), "nowhere"))).toBe(false);
  });

  test("refuses a pipe, a device and a folder", async () => {
    const folder = join(dirname(ledger), "folder.tieout");
    mkdirSync(folder);
    for (const path of [pipe(join(dirname(ledger), "pipe.tieout")), folder]) {
      expect(await refusals(path)).toEqual(allSay("LEDGER_FOREIGN: This is not a file"));
    }
    for (const path of ["/dev/zero", "/dev/stdin"].filter((one) => existsSync(one))) {
      expect(() => openForReading(path)).toThrow(expect.objectContaining({ code: "LEDGER_FOREIGN" }));
    }
  });

  test("accepts a ledger below a linked folder, and refuses a folder that links to itself", async () => {
    const [linked, loop] = ["linked", "loop"].map((name) => join(temporaryFolder(), name));
    symlinkSync(dirname(ledger), linked ?? "");
    expect(showSettings(join(linked ?? "", "a.tieout"))).toMatchObject({ decimals: 0 });
    symlinkSync(loop ?? "", loop ?? "");
    expect(() => openForReading(join(loop ?? "", "a.tieout"))).toThrow(
      expect.objectContaining({ code: "FILE_UNREADABLE" }),
    );
  });

  test.each(["-wal", "-shm", "-journal"])("refuses a link or a pipe as %s beside it", async (suffix) => {
    const target = join(dirname(ledger), "target");
    writeFileSync(target, "somebody's own");
    symlinkSync(target, `${ledger}${suffix}`);
    const reading = () => openForReading(ledger);
    expect(reading).toThrow(expect.objectContaining({ code: "LEDGER_FOREIGN" }));
    await expect(openForWriting(ledger)).rejects.toMatchObject({ code: "LEDGER_FOREIGN" });
    rmSync(`${ledger}${suffix}`);
    pipe(`${ledger}${suffix}`);
    expect(reading).toThrow(expect.objectContaining({ code: "LEDGER_FOREIGN" }));
    expect(readFileSync(target, "utf8")).toBe("somebody's own");
  });
});

describe.runIf(isPosix)("a file that has another name", () => {
  const LINKED = {
    code: "LEDGER_TWO_NAMES",
    message: "The ledger's file also has another name (a hard link), by which others could write to it",
  };

  test("is read by either name, and written by neither", async () => {
    const other = join(temporaryFolder(), "other.tieout");
    linkSync(ledger, other);
    const bytes = readFileSync(ledger);
    for (const path of [ledger, other]) {
      expect(showSettings(path)).toMatchObject({ decimals: 0 });
      await expect(
        changeSettings(path, { decimals: 3, by: "Ada Obi", note: "Why so" }, CONTEXT),
      ).rejects.toMatchObject(LINKED);
      await expect(USES["import"]?.(path)).rejects.toMatchObject(LINKED);
      await expect(restoreLedger({ ledger: path, backup: filledLedger() }, CONTEXT)).rejects.toMatchObject(
        LINKED,
      );
      expect(() => takeLock(path, "test", 0)).toThrow(expect.objectContaining(LINKED));
      await backUpLedger(path, join(temporaryFolder(), "copy.tieout"), CONTEXT);
    }
    expect(readFileSync(ledger).equals(bytes)).toBe(true);
    const run = await tieout(["settings", ledger, "--decimals", "3"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(/^LEDGER_TWO_NAMES: [^\n]+ Copy it to a new file[^\n]+\n$/u);
    rmSync(other);
    await changeSettings(ledger, { decimals: 3, by: "Ada Obi", note: "Why so" }, CONTEXT);
    expect(showSettings(ledger)).toMatchObject({ decimals: 3 });
  });

  test("is written where the other name is one that a killed process of Tieout left", async () => {
    const left = [unfinishedName(ledger), join(dirname(ledger), "a before restore 2026-10-01 120000.tieout")];
    for (const name of left) linkSync(ledger, name);
    await changeSettings(ledger, { decimals: 3, by: "Ada Obi", note: "Why so" }, CONTEXT);
    takeLock(ledger, "test", 0).release();
    expect(showSettings(ledger)).toMatchObject({ decimals: 3 });
    // By that name it is somebody's own file.
    await expect(
      changeSettings(left[1] ?? "", { decimals: 4, by: "Ada Obi", note: "Why so" }, CONTEXT),
    ).rejects.toMatchObject(LINKED);
    linkSync(ledger, join(temporaryFolder(), "a before restore 2026-10-01 120000.tieout"));
    await expect(
      changeSettings(ledger, { decimals: 4, by: "Ada Obi", note: "Why so" }, CONTEXT),
    ).rejects.toMatchObject(LINKED);
  });
});

describe("what a restore kept beside a ledger, under another name", () => {
  const kept = () => join(dirname(ledger), "a before restore 2026-10-01 120000.tieout");

  test("is removed where it is the ledger itself, and its log comes back", () => {
    linkSync(ledger, kept());
    writeFileSync(`${kept()}-wal`, "a log");
    removeTwin(kept(), ledger);
    expect(readdirSync(dirname(ledger)).toSorted()).toEqual(["a.tieout", "a.tieout-wal"]);
    expect(readFileSync(`${ledger}-wal`, "utf8")).toBe("a log");
  });

  test("is left where it is a file of its own, or where both have a log", () => {
    copyFileSync(ledger, kept());
    removeTwin(kept(), ledger);
    expect(readFileSync(kept()).equals(readFileSync(ledger))).toBe(true);
    rmSync(kept());
    linkSync(ledger, kept());
    for (const name of [ledger, kept()]) writeFileSync(`${name}-wal`, basename(name));
    removeTwin(kept(), ledger);
    for (const name of [ledger, kept()]) expect(readFileSync(`${name}-wal`, "utf8")).toBe(basename(name));
  });
});

describe.runIf(isPosix)("refuses one in the place of its lock", () => {
  /** What has the lock's name, and the file that must stay as it is. */
  const LOCKS: Readonly<Record<string, (lock: string, target: string) => void>> = {
    "a link to a file": (lock, target) => symlinkSync(target, lock),
    "a link to nothing": (lock) => symlinkSync(join(dirname(lock), "nowhere"), lock),
    "a link to itself": (lock) => symlinkSync(lock, lock),
    "a link to a device": (lock) => symlinkSync("/dev/zero", lock),
    "a second name of a file": (lock, target) => linkSync(target, lock),
    "a pipe": (lock) => void pipe(lock),
    "a folder": (lock) => mkdirSync(lock),
  };

  test.each(Object.keys(LOCKS))("%s", async (kind) => {
    const target = join(temporaryFolder(), "target");
    new Database(target).exec("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)").close();
    const before = [readFileSync(target), statSync(target).mode] as const;
    LOCKS[kind]?.(lockPath(ledger), target);
    const refused = { code: "LEDGER_READONLY", facts: { file: lockPath(ledger) } };
    expect(() => takeLock(ledger, "test", 0)).toThrow(expect.objectContaining(refused));
    await expect(openForWriting(ledger)).rejects.toMatchObject(refused);
    await expect(restoreLedger({ ledger, backup: filledLedger() }, CONTEXT)).rejects.toMatchObject({
      code: "LEDGER_READONLY",
    });
    // It can be read all the same.
    expect(showSettings(ledger)).toMatchObject({ decimals: 0 });
    expect([readFileSync(target), statSync(target).mode]).toEqual(before);
    expect(existsSync(join(dirname(ledger), "nowhere"))).toBe(false);
    expect(readdirSync(dirname(ledger)).toSorted()).toEqual(["a.tieout", "a.tieout-lock"]);
  });

  test.each([
    [
      "a view that never ends",
      `CREATE VIEW holder AS WITH RECURSIVE c (document) AS (SELECT '' UNION ALL SELECT document FROM c)
       SELECT * FROM c WHERE document <> ''`,
    ],
    [
      "a trigger that never ends",
      `CREATE TABLE holder (document TEXT NOT NULL);
       CREATE TRIGGER t BEFORE INSERT ON holder BEGIN
         SELECT count(*) FROM (WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c);
       END`,
    ],
    ["a table of something else", "CREATE TABLE holder (document TEXT NOT NULL, b)"],
    [
      "more than a lock holds",
      "CREATE TABLE holder (document TEXT NOT NULL); INSERT INTO holder VALUES (zeroblob(1000000))",
    ],
    [
      "a holder that is none",
      `CREATE TABLE holder (document TEXT NOT NULL); INSERT INTO holder VALUES ('{"sinceMs":1e300}')`,
    ],
  ])("ignores %s, and does not run it", async (_, sql) => {
    new Database(lockPath(ledger)).exec(sql).close();
    (await openForWriting(ledger)).close();
    const lock = takeLock(ledger, "test", 0);
    lock.release();
    expect(existsSync(lockPath(ledger))).toBe(false);
  });

  test("treats a holder that sends nonsense as another window", async () => {
    const other = new Database(lockPath(ledger));
    other.exec("CREATE TABLE holder (document TEXT NOT NULL)");
    other
      .prepare("INSERT INTO holder VALUES (?)")
      .run('{"sinceMs":9e15,"pid":1,"host":"","program":"","token":""}');
    other.exec("BEGIN IMMEDIATE");
    await expect(openForWriting(ledger)).rejects.toMatchObject({
      code: "LEDGER_LOCKED",
      message: "The ledger is open in another window",
    });
    other.close();
  });
});

test.runIf(isPosix)("makes a new ledger and its lock readable by their owner only", async () => {
  const folder = temporaryFolder();
  const made = join(folder, "new.tieout");
  await USES["import"]?.(made);
  expect(statSync(made).mode & 0o777).toBe(0o600);
  const lock = takeLock(made, "test", 0);
  expect(statSync(lockPath(made)).mode & 0o777).toBe(0o600);
  lock.release();
  const demo = await tieout(["demo", "--entries", "20", "--out", join(folder, "demo")]);
  expect(demo.status).toBe(0);
  expect(statSync(join(folder, "demo", "wallet.tieout")).mode & 0o777).toBe(0o600);
});
