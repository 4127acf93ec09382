/**
 * What somebody with SQLite writes into a ledger's texts, and what each use case makes of it: an answer, or an error of ours that
 * names the file. Never a defect, whatever stands there.
 */
import type { TableName } from "../../../../src/core/reconcile/input/snapshot.ts";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { oddValueError } from "../../../../src/main/ledger/file/sqlite-error.ts";
import { listActivity } from "../../../../src/main/services/backup/activity.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { decideMatch, listMatches } from "../../../../src/main/services/review/match.ts";
import { readLedgerFacts } from "../../../../src/main/services/shared/ledger-facts.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { readEntryRecord, readTransactionRecord } from "../../../../src/main/services/check/record.ts";
import { acceptReview } from "../../../../src/main/services/review/read-review.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { decide, listNewerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { openSnapshot, readBatch } from "../../../../src/main/services/check/snapshot.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { documentOf, documentSql } from "../../../helpers/ledgers/kept-runs.ts";
import { type Reads, readsOf } from "../../../helpers/reads.ts";
import { saveWorld } from "../../../helpers/ledgers/world-check.ts";
import { changed } from "../../../sandbox/mutations.ts";
import { CONTEXT, signMonth } from "../../../helpers/ledgers/signing.ts";
import { tamper } from "../../ledger/made.ts";
import { someOf } from "../../../helpers/exhaustive.ts";

const AUGUST = "2026-08" as Month;
const PERIOD = monthDays(AUGUST);

let folder = "";
let whole = "";
let workbook = "";
let ids = { walletID: 0, payID: 0 };
/** What each use case reads. */
const reads = new Map<string, Reads>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-tampered-"));
  whole = join(folder, "whole.tieout");
  workbook = join(folder, "august.xlsx");
  const world = generateWorld({ entries: 30, seed: 3, convention: "asset", faults: "default" });
  await importIntoLedger({ ledger: whole, files: saveWorld(world, folder) }, CONTEXT);
  await changeSettings(whole, { decimals: 2 }, CONTEXT);
  const request = { ledger: whole, period: PERIOD, options: {} };
  const [first] = readReview(request, CONTEXT).findings;
  if (first === undefined) throw new Error("a finding to decide on");
  const item = { fingerprint: first.finding.fingerprint, seen: first.seen };
  await decide({ ...request, items: [item], status: "explained", note: "Seen.", by: "Ada Obi" }, CONTEXT);
  const { walletID = 0 } = world.entries.find(({ payref }) => payref === "") ?? {};
  const { payID = 0 } = world.transactions.at(-1) ?? {};
  ids = { walletID, payID };
  const match = { ledger: whole, walletIDs: [walletID], payIDs: [payID], note: "Together.", by: "Ada Obi" };
  await decideMatch(match, CONTEXT);
  await signMonth(whole, AUGUST);
  await exportLedger({ ...request, format: "xlsx", out: workbook }, CONTEXT);
  await importIntoLedger({ ledger: whole, files: saveWorld(world.advance(), folder) }, CONTEXT);
  const untouched = join(folder, "untouched.tieout");
  copyFileSync(whole, untouched);
  for (const [use, run] of Object.entries(USES)) reads.set(use, await readsOf(() => run(untouched)));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything that reads a ledger. */
const USES: Readonly<Record<string, (ledger: string) => unknown>> = {
  facts: (ledger) => readLedgerFacts(ledger),
  open: (ledger) => {
    const snapshot = openSnapshot(ledger);
    for (const [table, rows] of Object.entries(snapshot.head.rows)) {
      readBatch(snapshot, table as TableName, 0, rows);
    }
  },
  decisions: (ledger) => listNewerDecisions({ ledger, after: null }),
  check: async (ledger) =>
    checkRecords({ source: { ledger }, period: PERIOD, options: {}, save: false }, CONTEXT),
  review: (ledger) => readReview({ ledger, period: null, options: {} }, CONTEXT),
  months: (ledger) => listMonths(ledger),
  month: (ledger) => readMonth({ ledger, month: AUGUST }, CONTEXT),
  matches: (ledger) => listMatches(ledger),
  restatements: (ledger) => readRestatements(ledger, { month: null }),
  activity: (ledger) => listActivity({ ledger, before: null, count: 100 }),
  entry: (ledger) => readEntryRecord({ ledger, walletID: ids.walletID }),
  transaction: (ledger) => readTransactionRecord({ ledger, payID: ids.payID }),
  verify: async (ledger) => verifyLedgerFile(ledger, null, CONTEXT),
  accept: async (ledger) => acceptReview({ ledger, run: 1, by: "Ada Obi", items: [] }, CONTEXT),
  workbook: async (ledger) => verifyWorkbook({ ledger, file: workbook }, CONTEXT),
  export: async (ledger) =>
    exportLedger(
      { ledger, period: PERIOD, options: {}, format: "json", out: join(folder, "tables"), replace: true },
      CONTEXT,
    ),
};

const ALL = Object.keys(USES);
/** They take long, and read through the same doors as the others. */
const SLOW = ["verify", "workbook", "export"];
const QUICK = ALL.filter((use) => !SLOW.includes(use));

/** At every third turn a slow use, another one each time. */
function slowInTurn(turn: number): string[] {
  return turn % 3 === 0 ? SLOW.filter((_, at) => at === (turn / 3) % SLOW.length) : [];
}

/** A third of the quick uses and now and then a slow one, other ones at each turn: all of them on everything takes minutes. */
function inTurn(turn: number): string[] {
  return [...QUICK.filter((_, at) => at % 3 === turn % 3), ...slowInTurn(turn)];
}

/** Those of some use cases that read a column: the others go the same way whatever stands there. */
function readersOf(table: string, column: string, uses: readonly string[]): string[] {
  return uses.filter((use) => reads.get(use)?.(table, column));
}

/** What each use case makes of a ledger after some SQL, where that is no answer and no error of ours. */
async function defectsAfter(sql: string, uses: readonly string[] = ALL): Promise<string[]> {
  if (uses.length === 0) return [];
  const ledger = join(mkdtempSync(join(folder, "t")), "tampered.tieout");
  copyFileSync(whole, ledger);
  tamper(ledger, sql);
  const defects: string[] = [];
  for (const use of uses) {
    try {
      await USES[use]?.(ledger);
    } catch (error) {
      if (!(error instanceof TieoutError)) defects.push(`${use}: ${String(error)}`);
      // The engine knows wallets, and no files.
      else if (error.facts.file === undefined && error.code !== "SUM_OVERFLOW")
        defects.push(`${use}: ${error.code} names no file`);
    }
  }
  // It says so where a handle was left open in the middle of a query.
  tamper(ledger, "SELECT 1");
  return defects;
}

/** Columns that hold words and no documents: whatever words stand there are somebody's words. */
const WORDS = ["'{\"'"];
/** What a document's column may hold besides a part of it: JSON of another kind. */
const NO_DOCUMENTS = ["'null'", "'{}'", "'[{}]'"];
const DOCUMENTS = new Set([
  "entry.extra",
  "payment.tasks",
  "payment.rest",
  "payment_version.tasks",
  "payment_version.rest",
  "caller.document",
  "audit.payload",
  "decision.finding",
  "manual_match.records",
  "close_step.frozen",
]);

test("every reader reads an untouched ledger", async () => {
  expect(await defectsAfter("SELECT 1")).toEqual([]);
  expect(oddValueError(whole, new Error("a defect"))).toBeNull();
  const reading = new Set(textColumns().flatMap(({ table, name }) => readersOf(table, name, ALL)));
  expect(ALL.filter((use) => !reading.has(use))).toEqual([]);
});

test("no text column causes a defect, whatever is written into its rows", { timeout: 600_000 }, async () => {
  const seen: string[] = [];
  for (const [turn, { table, name }] of someOf([...textColumns().entries()], 4)) {
    const texts = DOCUMENTS.has(`${table}.${name}`)
      ? [`substr(${name}, 1, length(${name}) / 2)`, ...NO_DOCUMENTS]
      : WORDS;
    for (const [at, text] of texts.entries()) {
      const unique = ["payref", "label"].includes(table) ? ` || id` : "";
      const sql = `UPDATE ${table} SET ${name} = ${text}${unique} WHERE ${name} IS NOT NULL`;
      const uses = at === 0 ? [...QUICK, ...slowInTurn(turn)] : inTurn(turn + at);
      const defects = await defectsAfter(sql, readersOf(table, name, uses));
      seen.push(...defects.map((defect) => `${table}.${name} = ${text}: ${defect}`));
    }
  }
  expect(seen).toEqual([]);
});

test(
  "no document of a kept run causes a defect, whatever its pieces hold",
  { timeout: 600_000 },
  async () => {
    const db = new Database(whole, { readonly: true });
    const [runs, text] = [db.prepare<[], number>("SELECT id FROM run").pluck().all(), documentOf(db, 1)];
    db.close();
    const everywhere = (document: string) => runs.map((run) => documentSql(run, document)).join(";\n");
    const read = JSON.parse(text) as Record<string, unknown>;
    const documents = [
      "",
      "null",
      "{}",
      "[{}]",
      '{"findings":[',
      '{"findings":{}}',
      '{"wallets":[1],"wallets":[1]}',
      text.slice(0, text.length / 2),
      `${text}${text}`,
      text.replace('"findings":[', '"findings":[7,'),
      ...fieldsOf(read).map((path) => JSON.stringify(changed(JSON.parse(text), path, {}))),
    ];
    const seen: string[] = [];
    for (const [at, document] of someOf([...documents.entries()], 4)) {
      const uses = readersOf("run_chunk", "compressed", at === 0 ? ALL : inTurn(at));
      const defects = await defectsAfter(everywhere(document), uses);
      seen.push(...defects.map((defect) => `${document.slice(0, 80)}: ${defect}`));
    }
    const pieces = "UPDATE run_chunk SET compressed = x'00'";
    expect([...seen, ...(await defectsAfter(pieces))]).toEqual([]);
  },
);

/** Markers and versions of records have no key to what they are of, so SQLite takes them for a record that never was. */
test.each([
  ["an entry gone that never was", "INSERT INTO entry_presence VALUES (-5, 1, 0)"],
  ["a transaction gone that never was", "INSERT INTO payment_presence VALUES (-5, 1, 0)"],
  [
    "more transactions gone than there are",
    `INSERT INTO payment_presence
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT -i, 1, 0 FROM n`,
  ],
  ["a transaction back that never was", "INSERT INTO payment_presence VALUES (-5, 1, 0), (-5, 2, 1)"],
  [
    "an entry that was deleted behind its marker",
    "DELETE FROM entry WHERE wallet_id = (SELECT max(wallet_id) FROM entry); INSERT INTO entry_presence SELECT max(wallet_id) + 1, 1, 0 FROM entry",
  ],
  [
    "a transaction whose first version is gone",
    "DELETE FROM payment WHERE pay_id IN (SELECT pay_id FROM payment_version)",
  ],
])("%s causes no defect, and no check without it", { timeout: 600_000 }, async (_, sql) => {
  expect(await defectsAfter(sql)).toEqual([]);
  const ledger = join(mkdtempSync(join(folder, "t")), "tampered.tieout");
  copyFileSync(whole, ledger);
  tamper(ledger, sql);
  const check = checkRecords({ source: { ledger }, period: PERIOD, options: {}, save: false }, CONTEXT);
  await expect(check).rejects.toMatchObject({ code: "AUDIT_MISMATCH", facts: { file: ledger } });
});

/** Each field of one document put to what it is not, the others as they were. */
test.each([
  "caller.document",
  "decision.finding",
  "manual_match.records",
  "close_step.frozen",
  "payment.rest",
  "payment.tasks",
])("no field of %s causes a defect", { timeout: 600_000 }, async (place) => {
  const [table = "", column = ""] = place.split(".");
  const seen: string[] = [];
  const text = longest(table, column);
  for (const [turn, path] of someOf([...fieldsOf(JSON.parse(text)).entries()], 4)) {
    const document = JSON.stringify(changed(JSON.parse(text), path, {})).replaceAll("'", "''");
    const sql = `UPDATE ${table} SET ${column} = '${document}' WHERE ${column} = '${text.replaceAll("'", "''")}'`;
    const defects = await defectsAfter(sql, readersOf(table, column, inTurn(turn)));
    seen.push(...defects.map((defect) => `${path.join(".")} = {}: ${defect}`));
  }
  expect(seen).toEqual([]);
});

/** Two levels of a document's fields; of lists the first element. */
function fieldsOf(document: unknown, depth = 2): string[][] {
  if (typeof document !== "object" || document === null || depth === 0) return [];
  return Object.entries(document)
    .slice(0, Array.isArray(document) ? 1 : undefined)
    .flatMap(([key, value]) => [[key], ...fieldsOf(value, depth - 1).map((path) => [key, ...path])]);
}

/** The document that says the most. */
function longest(table: string, column: string): string {
  const db = new Database(whole, { readonly: true });
  try {
    const longestFirst = `SELECT ${column} FROM ${table} ORDER BY length(${column}) DESC, ${column} LIMIT 1`;
    return db.prepare<[], string>(longestFirst).pluck().get() ?? "";
  } finally {
    db.close();
  }
}

function textColumns(): { readonly table: string; readonly name: string }[] {
  const db = new Database(whole, { readonly: true });
  try {
    return db
      .prepare<[], { table: string; name: string }>(
        `SELECT m.name AS "table", c.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND c.type = 'TEXT' AND c.pk = 0`,
      )
      .all();
  } finally {
    db.close();
  }
}
