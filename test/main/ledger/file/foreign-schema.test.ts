/**
 * A ledger from a stranger: views, triggers, tables and indexes that Tieout did not make. Each opening refuses it with LEDGER_FOREIGN
 * before it reads anything else; most of what is here would otherwise run for ever.
 */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/main/ledger/file/schema.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { openAt } from "../../../../src/main/ledger/trail/as-of.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { readLedgerFacts } from "../../../../src/main/services/shared/ledger-facts.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { temporaryFolder, tieoutProcess } from "../../../helpers/cli.ts";
import { MIGRATIONS_AHEAD } from "../../../helpers/ledgers/next-migration.ts";
import { CONTEXT } from "../../../helpers/ledgers/signing.ts";
import { failing, filledLedger } from "../made.ts";

const FIXTURES = join(import.meta.dirname, "../../../fixtures/ledgers");

/** A ledger after some SQL of a stranger. */
function changedBy(sql: string, path = filledLedger()): string {
  const db = new Database(path).unsafeMode();
  db.pragma("foreign_keys = OFF");
  db.exec(sql).close();
  return path;
}

/** A view in the place of a table whose rows never end. */
function endlessView(table: string): string {
  const columns = new Database(filledLedger(), { readonly: true })
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
    .pluck()
    .all(table);
  const values = columns.map((name, at) => `${at === 0 ? "n" : "1"} AS ${name}`);
  return `DROP TABLE ${table};
    CREATE VIEW ${table} AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
    SELECT ${values.join(", ")} FROM c;`;
}

const OPENINGS: Readonly<Record<string, (ledger: string) => unknown>> = {
  "for reading": (ledger) => openForReading(ledger),
  "for writing": async (ledger) => openForWriting(ledger),
  "before a migration": async (ledger) => openForWriting(ledger, MIGRATIONS_AHEAD),
  facts: (ledger) => readLedgerFacts(ledger),
  settings: async (ledger) => changeSettings(ledger, { decimals: 3 }, CONTEXT),
  "back-up": async (ledger) => backUpLedger(ledger, join(dirname(ledger), "copy.tieout"), CONTEXT),
  restore: async (ledger) =>
    restoreLedger({ ledger: join(dirname(ledger), "back.tieout"), backup: ledger }, CONTEXT),
  "as of a link": (ledger) => openAt({ path: ledger, sequence: 3 }),
};

async function refusalsOf(path: string): Promise<string[]> {
  const refusals: string[] = [];
  for (const [name, open] of Object.entries(OPENINGS)) {
    try {
      await open(path);
      refusals.push(`${name}: opened`);
    } catch (error) {
      const { code, facts } = error as { code: string; facts: { record?: string } };
      refusals.push(`${name}: ${code} ${facts.record}`);
    }
  }
  return refusals;
}

const refusedBy = (object: string) =>
  Object.keys(OPENINGS).map((name) => `${name}: LEDGER_FOREIGN ${object}`);

describe("case 89: every way of opening refuses a ledger with foreign objects, and writes nothing", () => {
  test.each(["setting", "pull", "entry", "audit", "close_step", "body", "ledger"])(
    "%s is an endless view",
    async (table) => {
      const path = changedBy(endlessView(table));
      const bytes = readFileSync(path);
      expect(await refusalsOf(path)).toEqual(refusedBy(table));
      expect((await verifyLedger(path, null)).problems).toContainEqual(
        expect.objectContaining({ code: "LEDGER_FOREIGN", where: table }),
      );
      expect(readFileSync(path).equals(bytes)).toBe(true);
      expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
    },
  );

  test.each([
    [
      "a trigger that signs a month when a run is kept",
      `CREATE TRIGGER forge AFTER INSERT ON run BEGIN
       INSERT INTO close_step (month, step, decided_by, note, at_ms) VALUES ('2026-10', 'sign-off', 'Eve', '', 1); END`,
      "forge",
    ],
    ["a table", "CREATE TABLE extra (a)", "extra"],
    ["an index that runs a function", "CREATE INDEX slow ON entry (abs(balance))", "slow"],
    ["a virtual table", "CREATE VIRTUAL TABLE words USING fts5 (a)", "words"],
    ["a column", "ALTER TABLE setting ADD COLUMN mood TEXT", "setting"],
    ["a column that is computed", "ALTER TABLE run ADD COLUMN slow INTEGER AS (abs(at_ms)) VIRTUAL", "run"],
    ["a column of another name", "ALTER TABLE entry RENAME credit TO debet", "entry"],
    ["a trigger less", "DROP TRIGGER close_step_no_update", "close_step_no_update"],
    ["an index less", "DROP INDEX decision_fingerprint", "decision_fingerprint"],
    ["statistics that steer SQLite", "ANALYZE entry", "sqlite_stat1"],
    [
      "a list of tables that was written by hand",
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '      ') WHERE name = 'label'`,
      "label",
    ],
    [
      "a trigger whose statement is a million characters long",
      `CREATE TRIGGER long AFTER INSERT ON run BEGIN SELECT '${"x".repeat(1_000_000)}'; END`,
      "long",
    ],
    [
      "a table whose name is a million characters long",
      `CREATE TABLE ${"n".repeat(1_000_000)} (a)`,
      "n".repeat(80),
    ],
  ])("%s", async (_, sql, object) => {
    const path = changedBy(sql);
    const bytes = readFileSync(path);
    expect(await refusalsOf(path)).toEqual(refusedBy(object));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("lists no more differences than fit a screen", async () => {
    const views = Array.from({ length: 500 }, (_, at) => `CREATE VIEW extra_${at} AS SELECT 1;`);
    const { problems } = await verifyLedger(changedBy(`BEGIN; ${views.join("")} COMMIT`), null);
    expect(problems).toHaveLength(20);
    expect(problems[0]).toMatchObject({ code: "LEDGER_FOREIGN", where: "extra_0" });
  });

  test("does not pass SQLite a table list so long that it would take minutes to read", async () => {
    const path = changedBy(`PRAGMA writable_schema = ON;
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000)
      INSERT INTO sqlite_schema SELECT 'view', 'v' || n, 'v' || n, 0, 'CREATE VIEW v' || n || ' AS SELECT 1' FROM c`);
    expect(() => openForReading(path)).toThrow(failing("LEDGER_FOREIGN"));
  });

  test("nor pages of that list that refer to each other endlessly, or back to its first", () => {
    const path = filledLedger();
    const bytes = readFileSync(path);
    expect(bytes[100]).toBe(0x05);
    // Every page below the first is the first child, which is made to lead back to itself.
    const child = bytes.readUInt32BE(108);
    const pageBytes = bytes.readUInt16BE(16);
    const start = (child - 1) * pageBytes;
    bytes[start] = 0x05;
    bytes.writeUInt16BE(0, start + 3);
    bytes.writeUInt32BE(child, start + 8);
    writeFileSync(path, bytes);
    expect(() => openForReading(path)).toThrow(failing("LEDGER_FOREIGN"));
    bytes.writeUInt32BE(1, start + 8);
    writeFileSync(path, bytes);
    expect(() => openForReading(path)).toThrow(failing("LEDGER_CORRUPT"));
  });

  test.each([
    [200, "LEDGER_CORRUPT"],
    [201, "LEDGER_FOREIGN"],
  ] as const)("leaves to SQLite whether a list on so many pages is sound: %i are %s", (pages, code) => {
    const path = filledLedger();
    const bytes = readFileSync(path);
    // All pages below the first are one and the same, which names nothing.
    const child = bytes.readUInt32BE(108);
    const pageBytes = bytes.readUInt16BE(16);
    const start = (child - 1) * pageBytes;
    bytes[start] = 0x0d;
    bytes.writeUInt16BE(0, start + 3);
    const cells = pages - 2;
    bytes.writeUInt16BE(cells, 103);
    bytes.writeUInt32BE(child, pageBytes - 8);
    for (let cell = 0; cell < cells; cell += 1) bytes.writeUInt16BE(pageBytes - 8, 112 + 2 * cell);
    writeFileSync(path, bytes);
    expect(() => openForReading(path)).toThrow(failing(code));
  });

  test.each(MIGRATIONS.map(({ to }) => to))(
    "does not migrate a ledger of schema %i with a view",
    async (to) => {
      const path = join(temporaryFolder(), "old.tieout");
      copyFileSync(join(FIXTURES, `schema-${to}.tieout`), path);
      openForReading(path).close();
      changedBy("CREATE VIEW extra AS SELECT * FROM audit", path);
      await expect(openForWriting(path)).rejects.toEqual(failing("LEDGER_FOREIGN"));
      expect(readdirSync(dirname(path))).toEqual(["old.tieout"]);
    },
  );

  test("refuses an older schema under a newer number, and the reverse", () => {
    for (const [of, number] of [
      [2, 3],
      [3, 2],
    ] as const) {
      const path = join(temporaryFolder(), "old.tieout");
      copyFileSync(join(FIXTURES, `schema-${of}.tieout`), path);
      changedBy(`PRAGMA user_version = ${number}`, path);
      expect(() => openForReading(path)).toThrow(
        expect.objectContaining({ code: "LEDGER_FOREIGN", facts: { file: path, record: "setting" } }),
      );
    }
  });
});

test("names the object on the command line at once", async () => {
  const path = changedBy(endlessView("setting"));
  for (const [name, ...flags] of [["months"], ["export", "--all", "--out", "a.xlsx"]] as const) {
    const run = await tieoutProcess([name, path, ...flags], { cwd: dirname(path) });
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toBe(
      `LEDGER_FOREIGN: The ledger holds a view that Tieout did not make (${path}, setting). Name a ledger that Tieout made, or restore a backup. The file was left unchanged.\n`,
    );
  }
});
