import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger, makePassingLedger } from "../../../../src/main/ledger/file/make.ts";
import { SCHEMA_VERSION } from "../../../../src/main/ledger/file/schema.ts";
import {
  type OpenedLedger,
  openForReading,
  openForWriting,
  openedAt,
  refuseReplaced,
} from "../../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { FILLED_LINKS, LEDGER, contentsOf, failing, filledLedger, halfWritten } from "../made.ts";

const CONTEXT = { now: () => 9000, appVersion: "test" };
const UNPRIVILEGED = join(import.meta.dirname, "../../../helpers/children/ledgers/unprivileged-child.ts");

/** The check of a ledger, as the command line makes it. */
function check(ledger: string, save: boolean) {
  return checkRecords({ source: { ledger }, period: null, options: {}, save }, CONTEXT);
}

describe("case 32: synchronous is FULL", () => {
  test("on the handle that made the ledger, after its first write, and on every later one", async () => {
    const path = join(temporaryFolder(), "a.tieout");
    const settings = (db: Database.Database) =>
      [
        "synchronous",
        "journal_mode",
        "foreign_keys",
        "recursive_triggers",
        "trusted_schema",
        "cell_size_check",
        "mmap_size",
      ].map((name) => db.pragma(name, { simple: true }));
    const made = createLedger(path, LEDGER);
    expect(settings(made)).toEqual([2, "wal", 1, 1, 0, 1, 0]);
    saveRun(made, { atMs: 1, document: "{}" });
    expect(settings(made)).toEqual([2, "wal", 1, 1, 0, 1, 0]);
    closeLedger(made);
    for (let round = 0; round < 2; round += 1) {
      const db = await openForWriting(path);
      saveRun(db, { atMs: 1, document: "{}" });
      expect(settings(db)).toEqual([2, "wal", 1, 1, 0, 1, 0]);
      closeLedger(db);
    }
  });
});

describe("a closed ledger is one file", () => {
  test("without a log, in a mode that needs none", async () => {
    const path = filledLedger();
    const db = await openForWriting(path);
    saveRun(db, { atMs: 1, document: "{}" });
    expect(readdirSync(dirname(path))).toContain("a.tieout-wal");
    closeLedger(db);
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
    expect(new Database(path, { readonly: true }).pragma("journal_mode", { simple: true })).toBe("delete");
  });

  test("once the last of several handles closes, and closing an earlier one does not wait long", async () => {
    const path = filledLedger();
    const [one, other] = [await openForWriting(path), await openForWriting(path)];
    saveRun(one, { atMs: 1, document: "{}" });
    const started = performance.now();
    closeLedger(one);
    expect(performance.now() - started).toBeLessThan(1500);
    saveRun(other, { atMs: 2, document: "{}" });
    closeLedger(other);
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 2 });
  });

  test("with nothing beside it while a ledger is being made", () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.tieout");
    closeLedger(createLedger(path, LEDGER));
    expect(() => createLedger(path, LEDGER)).toThrow(failing("EXPORT_TARGET"));
    expect(() => createLedger(join(folder, "none", "a.tieout"), LEDGER)).toThrow(failing("LEDGER_NOT_FOUND"));
    writeFileSync(join(folder, "b.tieout-wal"), "the log of one that was deleted");
    expect(() => createLedger(join(folder, "b.tieout"), LEDGER)).toThrow(failing("EXPORT_TARGET"));
    expect(readdirSync(folder)).toEqual(["a.tieout", "b.tieout-wal"]);
  });
});

test("a ledger in passing takes the place of no file, and has SQLite say that its folder is missing", () => {
  const path = join(temporaryFolder(), "a.tieout");
  writeFileSync(path, "mine");
  expect(() => makePassingLedger(path, LEDGER)).toThrow(expect.objectContaining({ code: "EEXIST" }));
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(() => makePassingLedger(join(dirname(path), "none", "a.tieout"), LEDGER)).toThrow(
    "directory does not exist",
  );
});

describe("case 37: files that a killed process left beside the ledger", () => {
  /** A ledger as a process leaves it that was killed after a run: the run is in the log alone. */
  async function killed(): Promise<string> {
    const path = filledLedger();
    const left = join(temporaryFolder(), "left.tieout");
    const db = await openForWriting(path);
    saveRun(db, { atMs: 1, document: '{"last":1}' });
    for (const suffix of ["", "-wal", "-shm"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
    closeLedger(db);
    return left;
  }

  test("reads its log on the next open, and merges it on the next write", async () => {
    const path = await killed();
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
    closeLedger(await openForWriting(path));
    expect(readdirSync(dirname(path))).toEqual(["left.tieout"]);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
  });

  test.each([
    ["gone", null],
    ["empty", Buffer.alloc(0)],
    ["of another life", Buffer.alloc(32_768, 0x5a)],
  ])("rebuilds an index of the log that is %s", async (_, content) => {
    const path = await killed();
    if (content === null) rmSync(`${path}-shm`);
    else writeFileSync(`${path}-shm`, content);
    closeLedger(await openForWriting(path));
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
  });

  test.each([
    ["to read", (path: string) => Promise.resolve(openForReading(path))],
    ["to write", (path: string) => openForWriting(path)],
  ])("restores pages half written on opening or closing at the next %s", async (_, open) => {
    const path = filledLedger();
    const left = halfWritten(
      path,
      "CREATE TABLE half (a); INSERT INTO half SELECT zeroblob(3000) FROM pragma_function_list",
    );
    expect(readFileSync(left).length).toBeGreaterThan(readFileSync(path).length);
    closeLedger(await open(left));
    expect(readdirSync(dirname(left))).toEqual(["left.tieout"]);
    expect(contentsOf(left)).toBe(contentsOf(path));
    expect(await verifyLedger(left, null)).toMatchObject({ ok: true, links: FILLED_LINKS });
  });

  test("ignores an empty log beside a closed ledger", async () => {
    const path = filledLedger();
    writeFileSync(`${path}-wal`, "");
    closeLedger(await openForWriting(path));
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS });
  });

  test("does not replay the log of another copy onto a ledger put in its place", async () => {
    const path = await killed();
    const restored = filledLedger();
    copyFileSync(restored, path);
    const files = ["", "-wal"].map((suffix) => readFileSync(`${path}${suffix}`));
    expect(() => openForReading(path)).toThrow(failing("LEDGER_CORRUPT"));
    await expect(openForWriting(path)).rejects.toEqual(failing("LEDGER_CORRUPT"));
    await expect(verifyLedger(path, null)).rejects.toMatchObject({
      code: "LEDGER_CORRUPT",
      message: expect.stringContaining("Move the log away"),
      facts: { file: `${path}-wal` },
    });
    expect(["", "-wal"].map((suffix) => readFileSync(`${path}${suffix}`))).toEqual(files);
  });
});

test("a ledger that was open is another one where its id or its file is another, and gone where nothing has its name", () => {
  const path = filledLedger();
  const now = openedAt(path, "one");
  const refusal = (expected: OpenedLedger | undefined, found = now) => {
    try {
      refuseReplaced(found, expected);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const since = "has taken this file's place since it was opened";
  expect([refusal(undefined), refusal(now), refusal({ ...now, path: "other", ledgerId: "two" })]).toEqual([
    "",
    "",
    "",
  ]);
  expect(refusal({ ...now, file: "another" })).toBe(`Another copy of the ledger ${since}`);
  expect(refusal({ ...now, ledgerId: "two" })).toBe(`Another ledger ${since}`);
  const gone = openedAt(`${path}.gone`, "one");
  expect(refusal({ ...now, path: gone.path }, gone)).toBe("The open ledger is no longer there");
});

describe("case 41: a read-only ledger", () => {
  test("is LEDGER_READONLY for every account when marked read-only, and can be viewed", async () => {
    const path = filledLedger();
    chmodSync(path, 0o444);
    const bytes = readFileSync(path);
    await expect(openForWriting(path)).rejects.toEqual(failing("LEDGER_READONLY"));
    const db = openForReading(path);
    expect(readCheckInput(db).entries.length).toBe(3);
    expect(() => db.exec("INSERT INTO run (at_ms) VALUES (1)")).toThrow(/readonly/u);
    closeLedger(db);
    expect(await verifyLedger(path, null)).toMatchObject({ ok: true });
    await expect(check(path, true)).rejects.toEqual(failing("LEDGER_READONLY"));
    expect((await check(path, false)).result.counts.entries).toBe(3);
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
  });

  test.skipIf(process.platform === "win32").each([
    ["a file that only its owner may write", 0o644, 0o777],
    ["a folder in which nothing can be made", 0o666, 0o555],
    ["both", 0o444, 0o555],
    ["a folder that cannot be listed", 0o644, 0o333],
  ])("is refused for an ordinary account, %s", (_, fileMode, folderMode) => {
    const path = filledLedger();
    chmodSync(path, process.getuid?.() === 0 ? fileMode : fileMode & 0o444);
    const folder = dirname(path);
    const bytes = readFileSync(path);
    chmodSync(folder, folderMode);
    try {
      const child = spawnSync(process.execPath, [UNPRIVILEGED, path, join(folder, "new.tieout")], {
        encoding: "utf8",
      });
      expect(child.stderr).toBe("");
      expect(JSON.parse(child.stdout)).toEqual({
        viewed: 3,
        verified: true,
        written: "LEDGER_READONLY",
        locked: "LEDGER_READONLY",
        asked: folderMode === 0o555 ? "EXPORT_TARGET" : "asked",
        made: folderMode === 0o555 ? "EXPORT_TARGET" : "made",
      });
      expect(readFileSync(path)).toEqual(bytes);
      expect(existsSync(`${path}-wal`)).toBe(false);
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});

describe("case 42: reports a malformed ledger as LEDGER_CORRUPT, and leaves it byte for byte", () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ["cut after two pages", (bytes) => bytes.subarray(0, 8192)],
    ["cut in the middle of a page", (bytes) => bytes.subarray(0, bytes.length - 1000)],
    ["its list of tables overwritten", (bytes) => Buffer.from(bytes).fill(0xff, 100, 4096)],
    ["every page but the first overwritten", (bytes) => Buffer.from(bytes).fill(0, 4096)],
  ];
  test.each(damages)("%s", async (_, damage) => {
    const path = filledLedger();
    const bytes = damage(readFileSync(path));
    writeFileSync(path, bytes);
    const codes = [
      ...(await verifyLedger(path, null).then(
        (report) => report.problems.map((problem) => problem.code),
        (error: { code: string }) => [error.code],
      )),
    ];
    expect(codes).toContain("LEDGER_CORRUPT");
    await expect(check(path, false)).rejects.toEqual(failing("LEDGER_CORRUPT"));
    expect(readFileSync(path)).toEqual(bytes);
  });
});

describe("refuses a file that is not a ledger by its first bytes, and leaves it unchanged", () => {
  const foreign = () => {
    const path = join(temporaryFolder(), "foreign.db");
    new Database(path).exec("CREATE TABLE a (b)").close();
    return readFileSync(path);
  };
  const withHeader = (at: number, value: number) => {
    const bytes = readFileSync(filledLedger());
    bytes.writeUInt32BE(value, at);
    return bytes;
  };
  test.each([
    ["case 44: zero bytes", () => Buffer.alloc(0), "LEDGER_EMPTY"],
    ["case 43: a text", () => Buffer.from("a,b,c\n1,2,3\n".repeat(20)), "LEDGER_FOREIGN"],
    [
      "case 43: the beginning of a ledger",
      () => readFileSync(filledLedger()).subarray(0, 99),
      "LEDGER_FOREIGN",
    ],
    ["case 43: another program's database", foreign, "LEDGER_FOREIGN"],
    ["case 43: another application_id", () => withHeader(68, 0x12345678), "LEDGER_FOREIGN"],
    ["case 46: made by a newer version", () => withHeader(60, 99), "LEDGER_FROM_FUTURE"],
  ] as const)("%s", async (_, content, code) => {
    const path = join(temporaryFolder(), "x.tieout");
    const bytes = content();
    writeFileSync(path, bytes);
    expect(() => openForReading(path)).toThrow(failing(code));
    await expect(openForWriting(path)).rejects.toEqual(failing(code));
    await expect(pruneLedger(path, 0, CONTEXT)).rejects.toEqual(failing(code));
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(["x.tieout"]);
  });

  test("case 46: sees in the log, too, what a newer version wrote before it was killed", async () => {
    const path = filledLedger();
    const left = join(temporaryFolder(), "left.tieout");
    const db = await openForWriting(path);
    db.pragma("user_version = 99");
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
    closeLedger(db);
    expect(readFileSync(left).readUInt32BE(60)).toBe(SCHEMA_VERSION);
    expect(() => openForReading(left)).toThrow(failing("LEDGER_FROM_FUTURE"));
    await expect(openForWriting(left)).rejects.toEqual(failing("LEDGER_FROM_FUTURE"));
  });

  test("refuses a folder, and a path that leads nowhere", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder.tieout"));
    expect(() => openForReading(join(folder, "folder.tieout"))).toThrow(failing("LEDGER_FOREIGN"));
    expect(() => openForReading(join(folder, "none.tieout"))).toThrow(failing("LEDGER_NOT_FOUND"));
  });
});
