import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { oddValueError } from "../../../src/main/ledger/file/sqlite-error.ts";
import { readTexts } from "../../../src/main/ledger/tables/packed-texts.ts";
import { filledLedger, tamper, timesOpen } from "./made.ts";

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

test("finds the first value that is never written, and none in a ledger as it was made", () => {
  const path = filledLedger();
  const cause = new Error("whatever failed");
  expect(oddValueError(path, cause)).toBeNull();
  const ledgers = [path];
  for (const [sql, record, field] of [
    ["UPDATE entry SET payref_id = 1000 WHERE wallet_id = 2", "entry 2", "payref_id"],
    ["UPDATE pull SET started_at_ms = 9e15 WHERE id = 3", "pull 3", "started_at_ms"],
    ["UPDATE setting SET decimals = 7 WHERE version = 2", "setting 2", "decimals"],
  ] as const) {
    const odd = filledLedger();
    tamper(odd, sql);
    expect(oddValueError(odd, cause)).toMatchObject({
      code: "LEDGER_CORRUPT",
      facts: { file: odd, record, field },
      cause,
    });
    ledgers.push(odd);
  }
  const open = process.platform === "linux" ? ledgers.filter((one) => timesOpen(one) > 0) : [];
  expect(open).toEqual([]);
});
