import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { readTexts } from "../../../src/main/ledger/records/dictionary.ts";

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
