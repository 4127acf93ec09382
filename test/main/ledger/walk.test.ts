import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { ENTRY_TABLE, type StoredRow } from "../../../src/main/ledger/tables/record-table.ts";
import { walkTable } from "../../../src/main/ledger/records/engine-columns.ts";

const COUNT = 1234;

function ledger(): ReadableLedger {
  const db = new Database(":memory:") as unknown as ReadableLedger;
  db.exec("CREATE TABLE entry (wallet_id INTEGER PRIMARY KEY, extra TEXT)");
  const insert = db.prepare("INSERT INTO entry VALUES (?, ?)");
  for (let id = COUNT; id > 0; id -= 1) insert.run(id, id % 2 === 0 ? null : `x${id}`);
  return db;
}

test("hands over each row once, by ascending id, the last ones too", () => {
  const db = ledger();
  const found: StoredRow[] = [];
  walkTable(db, ENTRY_TABLE.name, ["wallet_id", "extra"], (id: number, extra: string | null) => {
    found.push([id, extra]);
    return 0;
  });
  expect(found).toEqual(
    Array.from({ length: COUNT }, (_, at) => [at + 1, at % 2 === 1 ? null : `x${at + 1}`]),
  );
  db.close();
});

test("passes on what went wrong with a row, and can be used again", () => {
  const db = ledger();
  const defect = new Error("a row that cannot be read");
  const failing = () =>
    walkTable(db, ENTRY_TABLE.name, ["wallet_id"], () => {
      throw defect;
    });
  expect(failing).toThrow(defect);
  let rows = 0;
  walkTable(db, ENTRY_TABLE.name, ["wallet_id"], () => {
    rows += 1;
    return 0;
  });
  expect(rows).toBe(COUNT);
  db.close();
});
