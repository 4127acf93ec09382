/**
 * Values that Tieout never writes, in columns of numbers: a text, nothing, a number past every date. Each
 * use of the ledger answers or says in an error of ours which row it is, and never ends in a defect.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { monthDays } from "../../../src/core/time.ts";
import { listActivity } from "../../../src/main/services/activity.ts";
import { checkRecords } from "../../../src/main/services/check.ts";
import { exportLedger } from "../../../src/main/services/export.ts";
import { importIntoLedger } from "../../../src/main/services/import.ts";
import { listMonths } from "../../../src/main/services/months.ts";
import { showSettings } from "../../../src/main/services/settings.ts";
import { generateWorld } from "../../../src/sandbox/generate/generate-world.ts";
import { CONTEXT, signMonth } from "../../helpers/signing.ts";
import { saveWorld } from "../../helpers/world-check.ts";

const PERIOD = monthDays("2026-08");

let folder = "";
let whole = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-odd-"));
  whole = join(folder, "whole.tieout");
  const world = generateWorld({ entries: 20, seed: 3, convention: "asset", faults: "default" });
  await importIntoLedger({ ledger: whole, files: saveWorld(world, folder) }, CONTEXT);
  await signMonth(whole, "2026-08");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USES: Readonly<Record<string, (ledger: string) => unknown>> = {
  months: (ledger) => listMonths(ledger),
  check: async (ledger) =>
    checkRecords({ source: { ledger }, period: PERIOD, options: {}, save: false }, CONTEXT),
  settings: (ledger) => showSettings(ledger),
  activity: (ledger) => listActivity(ledger, { before: null, count: 100 }),
};

const EXPORT = {
  ...USES,
  export: async (ledger: string) =>
    exportLedger(
      { ledger, period: PERIOD, options: {}, format: "json", out: join(folder, "tables"), replace: true },
      CONTEXT,
    ),
};

/** Writes a value into all rows of a column, whatever its kind: the schema is loosened for it and put back. */
function written(table: string, column: string, value: string): string {
  const ledger = join(mkdtempSync(join(folder, "t")), "odd.tieout");
  copyFileSync(whole, ledger);
  const db = new Database(ledger).unsafeMode();
  db.pragma("foreign_keys = OFF");
  db.pragma("ignore_check_constraints = ON");
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  const sql = db.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(table);
  const loose = (sql ?? "")
    .replace(/\)\s*STRICT/u, ")")
    .replace(/\)\s*,\s*WITHOUT ROWID/u, ") WITHOUT ROWID")
    .replaceAll(/(?<=\w) INTEGER NOT NULL/gu, " BLOB")
    .replaceAll(/(?<=\w) INTEGER(?! PRIMARY)/gu, " BLOB");
  const replace = (text: string) => {
    db.pragma("writable_schema = ON");
    db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(text, table);
    db.pragma("writable_schema = RESET");
  };
  replace(loose);
  try {
    db.exec(`UPDATE OR IGNORE ${table} SET ${column} = ${value}`);
  } catch {
    // A key that is the row's own number takes numbers alone.
  }
  replace(sql ?? "");
  for (const trigger of triggers) db.exec(trigger.sql);
  db.close();
  return ledger;
}

function numberColumns(): { readonly table: string; readonly name: string }[] {
  const db = new Database(whole, { readonly: true });
  try {
    return db
      .prepare<[], { table: string; name: string }>(
        `SELECT m.name AS "table", c.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND c.type = 'INTEGER'`,
      )
      .all();
  } finally {
    db.close();
  }
}

const VALUES = ["'12x'", "NULL", "9000000000000000000"];

test.each(VALUES)("%s in a column of numbers makes no defect", { timeout: 300_000 }, async (value) => {
  const seen: string[] = [];
  for (const [at, { table, name }] of numberColumns().entries()) {
    // A third of the columns, each value others: all of them take minutes.
    if (at % 9 !== 3 * VALUES.indexOf(value)) continue;
    const ledger = written(table, name, value);
    // Writing the tables takes long, and they are read through the same doors.
    for (const [use, run] of Object.entries(at % 45 === 0 ? EXPORT : USES)) {
      try {
        await run(ledger);
      } catch (error) {
        if (!(error instanceof TieoutError)) seen.push(`${table}.${name}, ${use}: ${String(error)}`);
      }
    }
  }
  expect(seen).toEqual([]);
});
