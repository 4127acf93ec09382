import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../../../src/core/error-codes.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger, openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { findProvenAddress } from "../../../../src/main/ledger/proof/rows.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { ENTRIES, LEDGER, failing, filledLedger, publish, pull, tamper } from "../made.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Its place in the key, from 1 on; 0 when it is no part of it. */
  readonly pk: number;
}

/** Every column of every table that a ledger has. */
function allColumns(): Column[] {
  const db = openInPassing(LEDGER);
  const columns = db
    .prepare<[], Column>(
      `SELECT m.name AS "table", c.name AS name, c.type AS type, c.pk AS pk
       FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'`,
    )
    .all();
  closeLedger(db);
  return columns;
}

const COLUMNS = allColumns();
const TABLES = [...new Set(COLUMNS.map((column) => column.table))];

/** SQL for another value that the column takes as well. */
function otherValue({ table, name, type }: Column): string {
  if (name === "present" || name === "conflicting") return `1 - ${name}`;
  if (table === "pull" && name === "source")
    return "CASE source WHEN 'files' THEN 'service' ELSE 'files' END";
  if (table === "caller" && name === "kind") return "CASE kind WHEN 'user' THEN 'business' ELSE 'user' END";
  if (type === "BLOB") return `CAST(${name} || x'00' AS BLOB)`;
  return type === "TEXT" ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1000000`;
}

async function codesOf(path: string, head: string | null = null): Promise<readonly ErrorCode[]> {
  const report = await verifyLedger(path, head);
  expect(report.ok).toBe(report.problems.length === 0);
  return report.problems.map((problem) => problem.code);
}

const codeFor = (table: string): ErrorCode => (table === "audit" ? "AUDIT_BROKEN" : "AUDIT_MISMATCH");

test("a ledger with no empty table verifies untouched, and with its triggers removed and restored", async () => {
  const path = filledLedger();
  const db = new Database(path, { readonly: true });
  for (const table of TABLES)
    expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).not.toEqual([table, 0]);
  db.close();
  expect(await codesOf(path)).toEqual([]);
  tamper(path, "");
  expect(await codesOf(path)).toEqual([]);
});

describe("verify finds what was done to a table with SQLite", () => {
  test.each(COLUMNS.map((column) => [`${column.table}.${column.name}`, column] as const))(
    "%s changed in one row",
    async (_, column) => {
      const path = filledLedger();
      // The link that is changed must not be the last: that one cut is seen against a printed head only.
      const order = column.table === "audit" ? "ORDER BY sequence" : "";
      tamper(path, `UPDATE ${column.table} SET ${column.name} = ${otherValue(column)} ${order} LIMIT 1`);
      expect(await codesOf(path)).toContain(codeFor(column.table));
    },
  );

  // Where numbers beside rows are missing, the rows are read.
  test.each(TABLES.filter((table) => !table.endsWith("_numbers")))("a row of %s removed", async (table) => {
    const path = filledLedger();
    const order = table === "audit" ? "ORDER BY sequence" : "";
    tamper(path, `DELETE FROM ${table} ${order} LIMIT 1`);
    expect(await codesOf(path)).toContain(codeFor(table));
  });

  test.each(TABLES)("a row of %s added", async (table) => {
    const path = filledLedger();
    const columns = COLUMNS.filter((column) => column.table === table);
    const values = columns.map((column) =>
      column.pk > 0 || ["payref", "label"].includes(table) ? otherValue(column) : column.name,
    );
    tamper(path, `INSERT INTO ${table} SELECT ${values.join(", ")} FROM ${table} LIMIT 1`);
    expect(await codesOf(path)).toContain(codeFor(table));
  });

  test.each([
    ["entry", "wallet_id"],
    ["payment", "pay_id"],
  ])("rows of %s of a pull without a link", async (table, id) => {
    const path = filledLedger();
    const columns = COLUMNS.filter((column) => column.table === table).map(({ name }) =>
      name === id ? "77" : name === "pull_id" ? "99" : name,
    );
    tamper(path, `INSERT INTO ${table} SELECT ${columns.join(", ")} FROM ${table} LIMIT 1`);
    expect((await verifyLedger(path, null)).problems).toMatchObject([
      { code: "AUDIT_MISMATCH", where: "pull 99" },
    ]);
  });

  test("an empty frame behind a stored response, which decompresses to the same bytes", async () => {
    const path = filledLedger();
    tamper(path, "INSERT INTO body_chunk VALUES (1, 1, x'28b52ffd0058010000')");
    expect(await codesOf(path)).toEqual(["AUDIT_MISMATCH"]);
  });

  test("rows exchanged between two pulls", async () => {
    const path = filledLedger();
    tamper(path, "UPDATE entry SET pull_id = 3 WHERE wallet_id = 1");
    expect((await verifyLedger(path, null)).problems).toMatchObject([
      { where: "pull 1" },
      { where: "pull 3" },
    ]);
  });

  test("many foreign rows, without a line for each", async () => {
    const path = filledLedger();
    tamper(
      path,
      `WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO run (id, at_ms) SELECT i, 1 FROM n`,
    );
    const { problems } = await verifyLedger(path, null);
    expect(problems.length).toBeLessThan(30);
    expect(problems.at(-1)?.sentence).toBe("4971 more rows do not fit");
  });
});

test("what is proven beyond rows and links is told with the rest, and counts as much", async () => {
  const path = filledLedger();
  const before = await verifyLedger(path, null);
  const problem = { code: "AUDIT_MISMATCH", sentence: "It was not so", where: "pull 1" } as const;
  const fact = { name: "pulls compared with raw answers", count: 7 } as const;
  const after = await verifyLedger(path, null, async (_, found) => {
    expect(found).toEqual([]);
    return { problems: [problem], facts: [fact], notes: ["Two were not."] };
  });
  expect(after).toEqual({
    ...before,
    ok: false,
    problems: [problem],
    facts: [...before.facts, fact],
    notes: [...before.notes, "Two were not."],
  });
});

test("the service's address is that of the newest pull from it, and none where somebody changed it", async () => {
  const path = filledLedger();
  const addressIn = async (ledger: string) => {
    const db = await openForWriting(ledger);
    try {
      return findProvenAddress(db);
    } finally {
      closeLedger(db);
    }
  };
  expect(await addressIn(path)).toBe("https://service.example");
  tamper(path, "UPDATE pull SET base_url = 'https://elsewhere.example' WHERE id = 2");
  await expect(addressIn(path)).rejects.toMatchObject({
    code: "AUDIT_MISMATCH",
    facts: { file: path, record: "pull 2" },
  });
});

describe("verify finds a schema other than Tieout's", () => {
  test.each([
    ["a trigger", "CREATE TRIGGER extra AFTER INSERT ON entry BEGIN SELECT 1; END", "extra"],
    ["a table", "CREATE TABLE extra (a)", "extra"],
    ["a view", "CREATE VIEW extra AS SELECT * FROM entry", "extra"],
    ["an index", "CREATE INDEX extra ON entry (balance)", "extra"],
    ["statistics that steer SQLite", "ANALYZE entry", "sqlite_stat1"],
  ])("an added %s", async (_, sql, name) => {
    const path = filledLedger();
    new Database(path).exec(sql).close();
    const { problems } = await verifyLedger(path, null);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["LEDGER_FOREIGN"]));
    expect(problems[0]?.where).toBe(name);
  });

  test.each([
    ["missing", "DROP TRIGGER entry_no_update", /entry from being changed is missing/u],
    [
      "weakened",
      `DROP TRIGGER entry_no_update;
       CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END`,
      /trigger was changed since Tieout made it/u,
    ],
  ])("an append-only trigger that is %s", async (_, sql, sentence) => {
    const path = filledLedger();
    new Database(path).exec(sql).close();
    expect((await verifyLedger(path, null)).problems).toMatchObject([
      { code: "LEDGER_FOREIGN", where: "entry_no_update", sentence: expect.stringMatching(sentence) },
    ]);
  });

  test.each([
    "DROP TABLE run_chunk",
    "ALTER TABLE run ADD COLUMN mood TEXT",
    "ALTER TABLE entry RENAME credit TO debet",
  ])("%s", async (sql) => {
    const path = filledLedger();
    tamper(path, "");
    const db = new Database(path);
    if (sql.startsWith("DROP")) db.exec("DROP TRIGGER run_chunk_no_update");
    db.exec(sql).close();
    expect(await codesOf(path)).toContain("LEDGER_FOREIGN");
  });

  test("a table whose entry in the list of tables is no longer text", async () => {
    const path = filledLedger();
    const db = new Database(path).unsafeMode();
    db.pragma("writable_schema = ON");
    db.exec("UPDATE sqlite_schema SET type = CAST(type AS BLOB) WHERE name = 'run'").close();
    expect(await codesOf(path)).toContain("LEDGER_FOREIGN");
  });

  test("a missing schema number", async () => {
    const path = filledLedger();
    const db = new Database(path);
    db.pragma("user_version = 0");
    db.close();
    await expect(verifyLedger(path, null)).rejects.toEqual(failing("LEDGER_CORRUPT"));
    await expect(openForWriting(path)).rejects.toEqual(failing("LEDGER_CORRUPT"));
  });

  test("every table refuses changes, except that stored responses, and numbers beside rows, may be dropped", async () => {
    const db = await openForWriting(filledLedger());
    for (const { table, name } of COLUMNS)
      expect(() => db.exec(`UPDATE ${table} SET ${name} = ${name}`)).toThrow(/append-only/u);
    for (const table of TABLES.filter((one) => one !== "body_chunk" && !one.endsWith("_numbers"))) {
      expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(/append-only/u);
      expect(() => db.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(/append-only/u);
    }
    closeLedger(db);
  });
});

describe("case 80: reports a changed trail as AUDIT_BROKEN at its number", () => {
  test.each([
    ["edited", "UPDATE audit SET payload = replace(payload, 'UTC', 'GMT') WHERE sequence = 9", 9],
    ["edited in time", "UPDATE audit SET at_ms = at_ms + 1 WHERE sequence = 4", 4],
    ["edited in kind", "UPDATE audit SET kind = 'export' WHERE sequence = 6", 6],
    [
      "edited where it tells of a match by hand",
      "UPDATE audit SET payload = replace(payload, 'Paid in two parts.', 'As agreed.') WHERE sequence = 11",
      11,
    ],
    [
      "without the undoing of a match, row and link",
      "DELETE FROM audit WHERE sequence = 12; DELETE FROM manual_match WHERE id = 2",
      12,
    ],
    ["deleted", "DELETE FROM audit WHERE sequence = 3", 3],
    [
      "deleted and renumbered",
      `DELETE FROM audit WHERE sequence = 3;
       UPDATE audit SET sequence = -sequence WHERE sequence > 3; UPDATE audit SET sequence = -sequence - 1 WHERE sequence < 0`,
      3,
    ],
    [
      "inserted",
      `UPDATE audit SET sequence = -sequence WHERE sequence > 4; UPDATE audit SET sequence = -sequence + 1 WHERE sequence < 0;
       INSERT INTO audit SELECT 5, at_ms, kind, payload, hash FROM audit WHERE sequence = 4`,
      5,
    ],
    [
      "reordered",
      `UPDATE audit SET sequence = 0 WHERE sequence = 7; UPDATE audit SET sequence = 7 WHERE sequence = 6;
       UPDATE audit SET sequence = 6 WHERE sequence = 0`,
      6,
    ],
    ["emptied", "DELETE FROM audit", 1],
  ])("%s", async (_, sql, link) => {
    const path = filledLedger();
    tamper(path, sql);
    const { problems } = await verifyLedger(path, null);
    expect(problems[0]).toMatchObject({ code: "AUDIT_BROKEN", where: `link ${link}` });
  });
});

describe("case 81: compared with the head that an export printed", () => {
  test("a tail cut together with its rows is AUDIT_TRUNCATED", async () => {
    const path = filledLedger();
    const { head } = await verifyLedger(path, null);
    tamper(
      path,
      "DELETE FROM audit WHERE sequence >= 8; DELETE FROM decision; DELETE FROM manual_match; DELETE FROM close_step; DELETE FROM attachment; DELETE FROM attachment_chunk; DELETE FROM file_terms; DELETE FROM file_mark; DELETE FROM letter_step; DELETE FROM pull_step; DELETE FROM review_point; DELETE FROM books_step; DELETE FROM key_step; DELETE FROM run WHERE id = 2; DELETE FROM run_chunk WHERE run_id = 2; DELETE FROM setting WHERE version = 2",
    );
    expect(await codesOf(path)).toEqual([]);
    expect(await codesOf(path, head)).toEqual(["AUDIT_TRUNCATED"]);
  });

  test("an older copy is AUDIT_TRUNCATED, and a newer one that grew from it is not", async () => {
    const path = filledLedger();
    const older = join(temporaryFolder(), "older.tieout");
    copyFileSync(path, older);
    const before = await verifyLedger(path, null);
    const db = await openForWriting(path);
    saveRun(db, { atMs: 5000, document: "{}" });
    closeLedger(db);
    const after = await verifyLedger(path, null);
    expect(await codesOf(path, before.head)).toEqual([]);
    expect(await codesOf(path, after.head)).toEqual([]);
    copyFileSync(older, path);
    expect(await codesOf(path)).toEqual([]);
    expect(await codesOf(path, after.head)).toEqual(["AUDIT_TRUNCATED"]);
  });
});

test("case 82: a file rewritten from first to last differs from a head kept elsewhere, and from nothing else", async () => {
  const [path, other] = [filledLedger(), join(temporaryFolder(), "b.tieout")];
  const { head } = await verifyLedger(path, null);
  const db = createLedger(other, LEDGER);
  publish(db, pull(ENTRIES.map((one) => ({ ...one, balance: one.balance + 1 }))));
  closeLedger(db);
  copyFileSync(other, path);
  expect(await codesOf(path)).toEqual([]);
  expect(await codesOf(path, head)).toEqual(["AUDIT_TRUNCATED"]);
});
