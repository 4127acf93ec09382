import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { readTexts } from "../../../src/main/ledger/tables/packed-texts.ts";

test("reports a text that a damaged file returns as another type as damage, not as a defect", () => {
  const db = new Database(":memory:") as unknown as ReadableLedger;
  db.exec(
    "CREATE TABLE payref (id INTEGER PRIMARY KEY, text); INSERT INTO payref VALUES (0, ''), (1, 7), (2, x'41')",
  );
  const texts = readTexts(db, "payref");
  expect(texts.at(0)).toBe("");
  for (const id of [1, 2, 3]) {
    expect(() => texts.at(id)).toThrow(
      expect.objectContaining({
        code: "LEDGER_CORRUPT",
        facts: { file: ":memory:", record: `payref ${id}` },
      }),
    );
  }
  db.close();
});

test("reads all texts once many were asked for, and reports a number without a text as damage", () => {
  const db = new Database(":memory:") as unknown as ReadableLedger;
  db.exec("CREATE TABLE payref (id INTEGER PRIMARY KEY, text)");
  const insert = db.prepare("INSERT INTO payref VALUES (?, ?)");
  for (let id = 0; id < 6000; id += 1) insert.run(id, `ü-${id}`);
  const texts = readTexts(db, "payref");
  for (let id = 0; id < 6000; id += 1) expect(texts.at(id)).toBe(`ü-${id}`);
  expect(() => texts.at(6000)).toThrow(expect.objectContaining({ code: "LEDGER_CORRUPT" }));
  expect(() => texts.at(-1)).toThrow(expect.objectContaining({ code: "LEDGER_CORRUPT" }));

  db.exec("DELETE FROM payref WHERE id = 5500");
  const cut = readTexts(db, "payref");
  const readAll = () => Array.from({ length: 5000 }, (_, id) => cut.at(id));
  expect(readAll).toThrow(
    expect.objectContaining({ code: "LEDGER_CORRUPT", facts: { file: ":memory:", record: "payref 5500" } }),
  );
  db.close();
});
