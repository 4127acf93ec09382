/**
 * Values that Tieout never writes, in columns of numbers: a text, nothing, a number past every date. Each
 * use of the ledger answers or says in an error of ours which row it is, and never ends in a defect.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { monthDays } from "../../../../src/core/time.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { backUpLedger } from "../../../../src/main/services/backup/backup.ts";
import { prepareMonth, reopenMonth } from "../../../../src/main/services/close/close.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { readReview } from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { listActivity } from "../../../../src/main/services/backup/activity.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { type ImportFiles, importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { showSettings } from "../../../../src/main/services/backup/settings.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { type Reads, readsOf } from "../../../helpers/reads.ts";
import { dropNumbers } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, signMonth } from "../../../helpers/ledgers/signing.ts";
import { tampering, writeSchema } from "../../../helpers/ledgers/tampering.ts";
import { saveWorld } from "../../../helpers/ledgers/world-check.ts";
import { someOf } from "../../../helpers/exhaustive.ts";

const PERIOD = monthDays("2026-08");

let folder = "";
let whole = "";
/** Exported from it. */
let workbook = "";
let saved: ImportFiles;
/** What each use reads. */
const reads = new Map<string, Reads>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-odd-"));
  whole = join(folder, "whole.tieout");
  const world = generateWorld({ entries: 20, seed: 3, convention: "asset", faults: "default" });
  saved = saveWorld(world, folder);
  await importIntoLedger({ ledger: whole, files: saved }, CONTEXT);
  await signMonth(whole, "2026-08");
  workbook = join(folder, "August.xlsx");
  await exportLedger({ ...request(whole), format: "xlsx", out: workbook }, CONTEXT);
  for (const [use, run] of Object.entries({ ...QUICK, ...LONG })) {
    const untouched = copied();
    reads.set(use, await readsOf(() => run(untouched)));
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Uses = Readonly<Record<string, (ledger: string) => unknown>>;

const CHECK = { period: PERIOD, options: {} };
const request = (ledger: string) => ({ ledger, ...CHECK });

/** What reads a ledger quickly. */
const QUICK: Uses = {
  months: (ledger) => listMonths(ledger),
  check: async (ledger) => checkRecords({ source: { ledger }, ...CHECK, save: false }, CONTEXT),
  settings: (ledger) => showSettings(ledger),
  activity: (ledger) => listActivity({ ledger, before: null, count: 100 }),
  review: (ledger) => readReview(request(ledger), CONTEXT),
  restatements: (ledger) => readRestatements(ledger, { month: null }),
};

/** What takes longer, or writes. */
const LONG: Uses = {
  workbook: async (ledger) =>
    exportLedger({ ...request(ledger), format: "xlsx", out: `${ledger}.xlsx`, replace: true }, CONTEXT),
  tables: async (ledger) =>
    exportLedger({ ...request(ledger), format: "json", out: `${ledger}.tables` }, CONTEXT),
  "the workbook that came back": async (ledger) => verifyWorkbook({ ledger, file: workbook }, CONTEXT),
  verify: async (ledger) => verifyLedgerFile(ledger, null, CONTEXT),
  prepare: async (ledger) =>
    prepareMonth({ ledger, month: "2026-07" as Month, by: "Ada Obi", override: "So" }, CONTEXT),
  reopen: async (ledger) =>
    reopenMonth({ ledger, month: "2026-08" as Month, by: "Ada Obi", note: "Again" }, CONTEXT),
  "back up": async (ledger) => backUpLedger(ledger, `${ledger}.copy.tieout`, CONTEXT),
  import: async (ledger) => importIntoLedger({ ledger, files: saved }, CONTEXT),
};

function copied(): string {
  const ledger = join(mkdtempSync(join(folder, "t")), "odd.tieout");
  copyFileSync(whole, ledger);
  return ledger;
}

/** Writes a value into all rows of a column, whatever its kind: the schema is loosened for it and put back. */
function written(table: string, column: string, value: string): string {
  const ledger = copied();
  tampering(ledger, (db) => {
    dropNumbers(db);
    const sql = db
      .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?")
      .pluck()
      .get(table);
    const loose = (sql ?? "")
      .replace(/\)\s*STRICT/u, ")")
      .replace(/\)\s*,\s*WITHOUT ROWID/u, ") WITHOUT ROWID")
      .replaceAll(/(?<=\w) INTEGER NOT NULL/gu, " BLOB")
      .replaceAll(/(?<=\w) INTEGER(?! PRIMARY)/gu, " BLOB");
    const make = (text: string) =>
      writeSchema(db, () => db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(text, table));
    make(loose);
    try {
      db.exec(`UPDATE OR IGNORE ${table} SET ${column} = ${value}`);
    } catch {
      // A key that is the row's own number takes numbers alone.
    }
    make(sql ?? "");
  });
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

/** What each use makes of a ledger, where that is a defect. */
async function defects(ledger: string, uses: Uses): Promise<string[]> {
  const seen: string[] = [];
  for (const [use, run] of Object.entries(uses)) {
    try {
      await run(ledger);
    } catch (error) {
      if (!(error instanceof TieoutError)) seen.push(`${use}: ${String(error)}`);
    }
  }
  return seen;
}

test("each use reads numbers of an untouched ledger", () => {
  const readsSome = (use: string) => numberColumns().some(({ table, name }) => reads.get(use)?.(table, name));
  expect(Object.keys({ ...QUICK, ...LONG }).filter((use) => !readsSome(use))).toEqual([]);
});

test.each(VALUES)("%s in a column of numbers causes no defect", { timeout: 600_000 }, async (value) => {
  const seen: string[] = [];
  const long = Object.entries(LONG);
  // A third of the columns, each value others, and one of the long uses at every third: all of them take hours.
  const place = VALUES.indexOf(value);
  const own = numberColumns().filter((_, at) => at % VALUES.length === place);
  for (const [turn, { table, name }] of someOf(own, 3).entries()) {
    const one = turn % 3 === 0 ? [long[(turn / 3 + place * 3) % long.length]!] : [];
    // The others go the same way whatever stands there.
    const readers = [...Object.entries(QUICK), ...one].filter(([use]) => reads.get(use)?.(table, name));
    if (readers.length === 0) continue;
    for (const defect of await defects(written(table, name, value), Object.fromEntries(readers))) {
      seen.push(`${table}.${name}, ${defect}`);
    }
  }
  expect(seen).toEqual([]);
});

test.each([
  ["entry", "date_created_ms", "9000000000000000000"],
  ["pull", "finished_at_ms", "9000000000000000000"],
])("a returned workbook names %s.%s where that cannot be read", async (table, column, value) => {
  const ledger = written(table, column, value);
  await expect(verifyWorkbook({ ledger, file: workbook }, CONTEXT)).rejects.toMatchObject({
    code: "LEDGER_CORRUPT",
    facts: { file: ledger, field: column },
  });
});
