import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RowInserter } from "../../../src/main/ledger/tables/dictionary.ts";
import type { StoredRow } from "../../../src/main/ledger/tables/record-table.ts";
import type { WritableLedger } from "../../../src/main/ledger/file/connection.ts";

const COLUMNS = ["id", "amount", "flag", "note"];

/** What the table holds once these rows were inserted. */
function inserted(rows: readonly StoredRow[]): unknown[] {
  const db = new Database(":memory:") as WritableLedger;
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, amount INTEGER, flag INTEGER, note TEXT) STRICT");
  const inserter = new RowInserter(db, "kept", COLUMNS);
  for (const row of rows) inserter.add(row);
  inserter.flush();
  return db.prepare("SELECT * FROM kept ORDER BY id").raw().all();
}

/** Values of a column: the same one many times, and now and then another. */
const AMOUNTS = [0, -1, null, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const NOTES = [null, "", "NULL", "0", "?", "it's"];

function runsOf<T>(values: readonly T[]) {
  const run = fc.tuple(fc.constantFrom(...values), fc.integer({ min: 1, max: 100 }));
  return fc
    .array(run, { minLength: 1, maxLength: 6 })
    .map((runs) => runs.flatMap(([value, times]) => Array.from({ length: times }, () => value)));
}

test("the table holds the rows given, whichever values are the same in many of them", () => {
  fc.assert(
    fc.property(runsOf(AMOUNTS), runsOf([0, 1, null]), runsOf(NOTES), (amounts, flags, notes) => {
      const length = Math.min(amounts.length, flags.length, notes.length);
      const rows = Array.from({ length }, (_, id): StoredRow => [
        id,
        amounts[id] ?? null,
        flags[id] ?? null,
        notes[id] ?? null,
      ]);
      expect(inserted(rows)).toEqual(rows);
    }),
  );
});

test("the table holds the rows given, though more values are the same in some than statements are kept", () => {
  const rows = Array.from({ length: 3200 }, (_, id): StoredRow => [id, Math.floor(id / 32), id % 2, null]);
  expect(inserted(rows)).toEqual(rows);
});

test("a NULL that is the same in all rows is refused like any other where none may be", () => {
  const db = new Database(":memory:") as WritableLedger;
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL) STRICT");
  const inserter = new RowInserter(db, "kept", ["id", "amount"]);
  expect(() => {
    for (let id = 0; id < 32; id += 1) inserter.add([id, null]);
  }).toThrow("NOT NULL constraint failed: kept.amount");
});
