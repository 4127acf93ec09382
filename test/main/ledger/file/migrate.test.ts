import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import {
  MIGRATIONS,
  SCHEMA_DIGEST,
  SCHEMA_VERSION,
  migrate,
  schemaVersion,
  layTables,
  schemaDigest,
} from "../../../../src/main/ledger/file/schema.ts";
import { listCloseSteps } from "../../../../src/main/ledger/acts/close-step.ts";
import { judgementsId, readJudgements } from "../../../../src/main/ledger/acts/judgements.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { changeSettings, showSettings } from "../../../../src/main/services/backup/settings.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { summaryOf } from "../../../helpers/ledgers/ledger-summary.ts";
import { makeLedger } from "../../../helpers/ledgers/make-ledger-fixture.ts";
import { MIGRATIONS_AHEAD, NEXT_MIGRATION } from "../../../helpers/ledgers/next-migration.ts";
import { entry } from "../../../helpers/records.ts";
import { canMount, inMemory } from "../../../helpers/small-disk.ts";
import { FILLED_LINKS, LEDGER, contentsOf, failing, fill, filledLedger, publish, pull } from "../made.ts";
import { listActs } from "../../../../src/main/ledger/trail/acts.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/migrating-child.ts");
const OPENING_CHILD = join(import.meta.dirname, "../../../helpers/children/ledgers/opening-child.ts");
const FIXTURES = join(import.meta.dirname, "../../../fixtures/ledgers");
const AT_ONCE = 4;
/** What is added to the name of a ledger of today when a step ahead is taken. */
const BACKUP = `.schema-${SCHEMA_VERSION}.backup`;

/** Everything a file holds: rows, tables, triggers, the schema's number. */
function wholeOf(path: string): string {
  const db = new Database(path, { readonly: true });
  const schema = db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
  const version = db.pragma("user_version", { simple: true });
  db.close();
  return JSON.stringify([version, schema, contentsOf(path)]);
}

/** A closed ledger of the first schema with so many rows that a migration does not fit into SQLite's memory. */
function largeLedger(folder: string): string {
  const path = join(folder, "old.tieout");
  const db = createLedger(path, LEDGER);
  fill(db);
  publish(db, pull(Array.from({ length: 1500 }, (_, at) => entry(100 + at))));
  closeLedger(db);
  return path;
}

test("a new ledger has the tables and rows that the migrations lead to", () => {
  const folder = temporaryFolder();
  const [laid = "", migrated = ""] = [layTables, migrate].map((make) => {
    const path = join(folder, `${make.name}.tieout`);
    const db = new Database(path);
    make(db as WritableLedger);
    expect(schemaDigest(db as WritableLedger)).toBe(SCHEMA_DIGEST);
    db.close();
    return wholeOf(path);
  });
  expect(laid).toBe(migrated);
  expect(laid).toContain("payref");
});

describe("case 47: a ledger killed at any statement of a migration is wholly old or wholly new", () => {
  test.runIf(IS_EXHAUSTIVE)("when a process migrates a full ledger", async () => {
    const folder = temporaryFolder();
    const cache = temporaryFolder();
    const old = largeLedger(folder);
    const migrated = join(folder, "new.tieout");
    copyFileSync(old, migrated);
    closeLedger(await openForWriting(migrated, MIGRATIONS_AHEAD));
    const [before, after] = [wholeOf(old), wholeOf(migrated)];
    expect(before).not.toBe(after);

    /** What a process killed at the nth statement left; whether pages of it were written by then. */
    const killedAt = async (statement: number) => {
      const path = join(folder, `${statement}.tieout`);
      copyFileSync(old, path);
      const child = spawn(process.execPath, [CHILD, path, String(statement)], {
        stdio: "inherit",
        env: { ...process.env, NODE_COMPILE_CACHE: cache },
      });
      const [status, signal] = (await once(child, "close")) as [number | null, string | null];
      const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      const left = wholeOf(path);
      // Whatever was left, the next to open finishes it.
      closeLedger(await openForWriting(path, MIGRATIONS_AHEAD));
      expect(wholeOf(path)).toBe(after);
      return {
        ended: status === 0,
        killed: signal === "SIGKILL",
        isOld: left === before,
        isNew: left === after,
        logBytes,
      };
    };
    const outcomes: Awaited<ReturnType<typeof killedAt>>[] = [];
    for (let first = 1; !outcomes.some((outcome) => outcome.ended); first += AT_ONCE) {
      const statements = Array.from({ length: AT_ONCE }, (_, at) => first + at);
      outcomes.push(...(await Promise.all(statements.map(killedAt))));
    }
    const killed = outcomes.filter((outcome) => outcome.killed);
    // Two questions for the version, BEGIN, the statements, two numbers, COMMIT.
    expect(killed.length).toBeGreaterThanOrEqual(NEXT_MIGRATION.sql.trim().split(";\n").length + 5);
    expect(
      outcomes.every((outcome) => (outcome.killed ? outcome.isOld : outcome.ended && outcome.isNew)),
    ).toBe(true);
    expect(killed.some((outcome) => outcome.logBytes > 100_000)).toBe(true);
  });

  test("when the first tables are created: at each statement there is no ledger, or a whole one", () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.tieout");
    const snapshots: string[] = [];
    const db = new Database(path, {
      verbose: () => {
        const snapshot = join(folder, `${snapshots.length}.tieout`);
        for (const suffix of ["", "-wal"])
          if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${snapshot}${suffix}`);
        snapshots.push(snapshot);
      },
    });
    db.pragma("journal_mode = WAL");
    db.pragma("cache_size = 4");
    layTables(db as WritableLedger);
    const after = wholeOf(path);
    const left = snapshots.map((snapshot) => wholeOf(snapshot));
    const nothing = left[0];
    expect(left.filter((one) => one === nothing).length).toBe(left.length);
    expect(left.length).toBeGreaterThan(60);
    expect(after).not.toBe(nothing);
    db.close();
  });
});

describe("case 48: without a backup no migration starts, and the file stays byte for byte", () => {
  test("when something that is not a file has the backup's name", async () => {
    const path = filledLedger();
    mkdirSync(join(`${path}${BACKUP}`, "in the way"), { recursive: true });
    const [bytes, names] = [readFileSync(path), readdirSync(dirname(path))];
    await expect(openForWriting(path, MIGRATIONS_AHEAD)).rejects.toEqual(failing("MIGRATION_NOT_STARTED"));
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(names);
    closeLedger(openForReading(path));
  });

  test("when the ledger itself is damaged, and so is its copy", async () => {
    const path = filledLedger();
    const bytes = readFileSync(path);
    // SQLite's index of the payrefs says something else than the payrefs.
    const [first, second] = [bytes.indexOf("PAY-3"), bytes.lastIndexOf("PAY-3")];
    for (const place of new Set([first, second])) {
      const damaged = Buffer.from(bytes);
      damaged.write("PAY-X", place);
      writeFileSync(path, damaged);
      const report = await verifyLedger(path, null);
      if (!report.problems.some((problem) => problem.code === "LEDGER_CORRUPT")) continue;
      await expect(openForWriting(path, MIGRATIONS_AHEAD)).rejects.toMatchObject({
        code: "MIGRATION_NOT_STARTED",
        cause: { message: expect.stringContaining("because its copy is") },
      });
      expect(readFileSync(path)).toEqual(damaged);
      return;
    }
    throw new Error("no damage was made");
  });

  test.skipIf(process.platform === "win32")("when files may not be as large as it", async () => {
    const path = largeLedger(temporaryFolder());
    const [bytes, names] = [readFileSync(path), readdirSync(dirname(path))];
    // Files of this process may not grow past 100 KB.
    const child = spawn("sh", ["-c", `ulimit -f 200; exec "$0" "$@"`, process.execPath, OPENING_CHILD, path]);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(child, "close");
    expect(said).toBe(
      "MIGRATION_NOT_STARTED: The backup before the update failed. The system cannot write the copy",
    );
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(names);
  });
});

test.skipIf(!canMount)("case 48: the backup names the disk that is full", () => {
  const folder = temporaryFolder();
  const path = largeLedger(temporaryFolder());
  const kilobytes = Math.ceil((statSync(path).size * 1.5) / 1024);
  const script = 'cp "$2" a.tieout && exec "$0" "$1" a.tieout';
  const child = ["sh", "-c", script, process.execPath, OPENING_CHILD, path];
  const [command = "", ...args] = [...inMemory(folder, kilobytes), ...child];
  expect(spawnSync(command, args, { encoding: "utf8" }).stdout).toBe(
    "MIGRATION_NOT_STARTED: The backup before the update failed. There is no space for the backup, and none was made",
  );
});

describe("the backup before a migration", () => {
  test("is the old ledger whole in one file, readable by the old program", async () => {
    const path = filledLedger();
    const before = wholeOf(path);
    closeLedger(await openForWriting(path, MIGRATIONS_AHEAD));
    expect(wholeOf(path)).not.toBe(before);
    expect(() => openForReading(path)).toThrow(failing("LEDGER_FROM_FUTURE"));
    expect(readdirSync(dirname(path))).toEqual(["a.tieout", `a.tieout${BACKUP}`]);
    const backup = `${path}${BACKUP}`;
    expect(wholeOf(backup)).toBe(before);
    expect(readFileSync(backup)[18]).toBe(1);
    expect(await verifyLedger(backup, null)).toMatchObject({ ok: true });
  });

  test("holds what a killed process left in the log, and replaces an earlier backup", async () => {
    const path = filledLedger();
    const left = join(temporaryFolder(), "left.tieout");
    const db = await openForWriting(path);
    saveRun(db, { atMs: 1, document: "{}" });
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
    closeLedger(db);
    writeFileSync(`${left}${BACKUP}`, "an earlier one");
    closeLedger(await openForWriting(left, MIGRATIONS_AHEAD));
    expect(readdirSync(dirname(left))).toEqual(["left.tieout", `left.tieout${BACKUP}`]);
    expect(await verifyLedger(`${left}${BACKUP}`, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 1 });
  });

  test("is not repeated for a ledger whose migration is only in the log", async () => {
    const path = filledLedger();
    const left = join(temporaryFolder(), "left.tieout");
    const db = await openForWriting(path, MIGRATIONS_AHEAD);
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
    closeLedger(db);
    expect(readFileSync(left).readUInt32BE(60)).toBe(SCHEMA_VERSION);
    const again = await openForWriting(left, MIGRATIONS_AHEAD);
    expect(schemaVersion(again)).toBe(MIGRATIONS_AHEAD.length);
    closeLedger(again);
    expect(readdirSync(dirname(left))).toEqual(["left.tieout"]);
  });

  test("is made once when two processes wait for the same step", async () => {
    const path = filledLedger();
    const [one, other] = await Promise.all([
      openForWriting(path, MIGRATIONS_AHEAD),
      openForWriting(path, MIGRATIONS_AHEAD),
    ]);
    expect([schemaVersion(one), schemaVersion(other)]).toEqual([
      MIGRATIONS_AHEAD.length,
      MIGRATIONS_AHEAD.length,
    ]);
    closeLedger(one);
    closeLedger(other);
    expect(readdirSync(dirname(path))).toEqual(["a.tieout", `a.tieout${BACKUP}`]);
    expect(await verifyLedger(`${path}${BACKUP}`, null)).toMatchObject({ ok: true });
  });
});

describe("case 49: a ledger of every released schema reads the same", () => {
  const schemas = Array.from({ length: MIGRATIONS.length }, (_, at) => at + 1);
  test.each(schemas)("schema %i: counts, sums, hashes", async (schema) => {
    const fixture = join(FIXTURES, `schema-${schema}`);
    const expected = JSON.parse(readFileSync(`${fixture}.json`, "utf8")) as ReturnType<typeof summaryOf>;
    const path = join(temporaryFolder(), "a.tieout");
    copyFileSync(`${fixture}.tieout`, path);
    expect(readFileSync(path).readUInt32BE(60)).toBe(schema);
    closeLedger(await openForWriting(path));
    expect(summaryOf(path)).toEqual(expected);
    expect(await verifyLedger(path, expected.trail.hash)).toMatchObject({
      ok: true,
      head: expected.trail.hash,
      links: expected.trail.sequence,
    });
  });

  test.each([1, 2])(
    "schema %i holds no options of a check, and uses the defaults of its time",
    async (schema) => {
      const path = join(temporaryFolder(), "a.tieout");
      copyFileSync(join(FIXTURES, `schema-${schema}.tieout`), path);
      const before = {
        timeZone: "Africa/Lagos",
        decimals: 2,
        options: {
          convention: "auto",
          settlementBasis: "auto",
          tolerance: 0,
          cutoffDays: 3,
          chainScope: "user",
        },
      };
      // Looked at, it stays as it is.
      expect(showSettings(path)).toEqual(before);
      expect(await verifyLedger(path, null)).toMatchObject({ ok: true, problems: [] });
      expect(readFileSync(path).readUInt32BE(60)).toBe(schema);
      const context = { now: () => 1, appVersion: "test" };
      const after = await changeSettings(
        path,
        { options: { tolerance: 5, chainScope: "business" }, by: "Ada Obi", note: "As agreed" },
        context,
      );
      expect(after).toEqual({
        ...before,
        options: { ...before.options, tolerance: 5, chainScope: "business" },
        changed: true,
      });
      expect(showSettings(path)).toMatchObject({ options: after.options });
      expect(await verifyLedger(path, null)).toMatchObject({ ok: true, problems: [] });
    },
  );

  test("the newest fixture's pulls made today read as they did at its release", () => {
    const path = join(temporaryFolder(), "a.tieout");
    makeLedger(path);
    const { trail: _, ...made } = summaryOf(path);
    const text = readFileSync(join(FIXTURES, `schema-${MIGRATIONS.length}.json`), "utf8");
    expect(JSON.parse(text)).toMatchObject(made);
  });

  test("schema 3 gains tables for manual matches and close steps, and nothing else changes", async () => {
    const path = join(temporaryFolder(), "a.tieout");
    copyFileSync(join(FIXTURES, "schema-3.tieout"), path);
    const before = rowsByTable(path);
    // Looked at before it is brought up to date, it has neither.
    const reading = openForReading(path);
    expect([listActs(reading, "match"), listCloseSteps(reading), judgementsId(reading)]).toEqual([
      [],
      [],
      "",
    ]);
    expect(readJudgements(reading)).toEqual({ matches: [], signedPeriods: [] });
    reading.close();
    const db = await openForWriting(path, MIGRATIONS.slice(0, 4));
    expect([listActs(db, "match"), listCloseSteps(db), judgementsId(db)]).toEqual([[], [], "0.0"]);
    closeLedger(db);
    const after = rowsByTable(path);
    expect([...after.keys()].filter((table) => before.get(table) !== after.get(table))).toEqual([
      "close_step",
      "manual_match",
    ]);
  });

  test("schema 1, one step on: every table the step leaves alone is unchanged", async () => {
    const path = join(temporaryFolder(), "a.tieout");
    copyFileSync(join(FIXTURES, "schema-1.tieout"), path);
    const before = rowsByTable(path);
    closeLedger(await openForWriting(path, MIGRATIONS_AHEAD));
    const after = rowsByTable(path);
    expect([...before.keys()].filter((table) => before.get(table) !== after.get(table))).toEqual([
      "run",
      "setting",
    ]);
  });
});

function rowsByTable(path: string): Map<string, string> {
  const tables = contentsOf(path).split(/\n(?=[a-z_]+ [[\n])/u);
  return new Map(tables.map((table) => [table.slice(0, table.indexOf(" ")), table]));
}
