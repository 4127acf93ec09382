/** An act of a person is declared once, in src/schema/acts.ts; what else names it derives from there. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { closeLedger, type WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { MIGRATIONS, migrate } from "../../../../src/main/ledger/file/schema.ts";
import { listActs } from "../../../../src/main/ledger/trail/acts.ts";
import { walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { ACTS, ACT_KINDS, columnsOfAct, isActKind, recordedAct } from "../../../../src/schema/acts.ts";
import { filledLedger } from "../made.ts";

const SRC = join(import.meta.dirname, "../../../../src");

/** What migrations made once is never changed. */
const OF_MIGRATIONS = "main/ledger/file/schema.ts";

/** Every file that says the name. */
function filesNaming(name: RegExp): string[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.tsx?$/u.test(one.name))
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => name.test(readFileSync(path, "utf8")))
    .map((path) => relative(SRC, path).replaceAll("\\", "/"))
    .toSorted();
}

describe("an act of a person", () => {
  test.each(ACT_KINDS)("%s has the columns of its table, since the schema that made it", (kind) => {
    const { table, since } = ACTS[kind];
    const columnsIn = (schema: number) => {
      const db = new Database(":memory:");
      migrate(db as WritableLedger, MIGRATIONS.slice(0, schema));
      return db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
    };
    expect(columnsIn(MIGRATIONS.length)).toEqual(columnsOfAct(kind));
    expect(columnsIn(since)).toEqual(columnsOfAct(kind));
    expect(columnsIn(since - 1)).toEqual([]);
  });

  test("is read from its link as from its row", () => {
    const db = openForReading(filledLedger());
    const links = [...walkLinks(db)].flatMap(({ kind, payload, atMs }) =>
      isActKind(kind) ? [{ kind, ...recordedAct(kind, JSON.parse(payload) as object as never, atMs) }] : [],
    );
    expect(new Set(links.map(({ kind }) => kind))).toEqual(new Set(ACT_KINDS));
    for (const kind of ACT_KINDS) {
      const recorded = links.filter((link) => link.kind === kind);
      expect(listActs(db, kind)).toEqual(recorded.map(({ act }) => act));
    }
    closeLedger(db);
  });

  test.each([
    "manual_match",
    "close_step",
    "file_terms",
    "file_mark",
    "letter_step",
    "pull_step",
    "review_point",
    "books_step",
    "key_step",
  ])("%s is named only where it is declared", (table) => {
    expect(filesNaming(new RegExp(`\\b${table}\\b`, "u"))).toEqual([OF_MIGRATIONS, "schema/acts.ts"]);
  });

  test("a letter's step is named in six files at most", () => {
    expect(filesNaming(/letter_?step/iu).length).toBeLessThanOrEqual(6);
  });
});
