import { copyFileSync, truncateSync, openSync, writeSync, closeSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { readCheckInput, readWholeInput } from "../../../src/main/ledger/records/check-input.ts";
import { forgeTrail } from "../../helpers/ledgers/rewritten-trail.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { entry, sale, wallet } from "../../helpers/records.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { LEDGER, publish, pull } from "./made.ts";

const ENTRIES = wallet([1000, 200, -50, 300, 50]);

const inputOf = (ledger: string) =>
  readLedger(ledger, (db) => {
    const { entries, transactions } = readWholeInput(db);
    return { entries, transactions };
  });

test("reads the newest version of what is there, in columns of just as many rows", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES.slice(0, 4), [sale(1, 200), sale(2, 90)]);
  const changed = ENTRIES.map((one) => (one.walletID === 3 ? { ...one, debit: 77 } : one));
  await importRecords(
    ledger,
    changed.filter(({ walletID }) => walletID !== 2),
    [sale(2, 91), sale(3, 300)],
  );
  const { entries, transactions } = inputOf(ledger);
  expect([...entries.walletID]).toEqual([1, 3, 4, 5]);
  expect([...entries.debit]).toEqual([1000, 77, 300, 50]);
  expect([...transactions.payID]).toEqual([2, 3]);
  expect([...transactions.payableamount]).toEqual([91, 300]);
  expect([...transactions.taskStart]).toEqual([0, 0, 0]);
});

test("says after each 20,000 rows how many are read, of how many", async () => {
  const db = createLedger(newLedgerPath(), LEDGER);
  const count = 45_000;
  publish(db, pull(Array.from({ length: count }, (_, at) => entry(at + 1))));
  const toldOf = () => {
    const told: unknown[] = [];
    readCheckInput(db, (kind, done, total) => told.push([kind, done, total]));
    return told;
  };
  const told = [20_000, 40_000].map((done) => ["entries", done, count]);
  expect(toldOf()).toEqual(told);
  db.exec("DELETE FROM entry_numbers");
  expect(toldOf()).toEqual(told);
  closeLedger(db);
});

test("numbers entries of one session by their newest contents", async () => {
  const ledger = newLedgerPath();
  const repeated = wallet([10, 10, 10, 10], (at) => ({ sessionID: at === 3 ? "S2" : "S1" }));
  await importRecords(ledger, repeated, []);
  expect([...inputOf(ledger).entries.session]).toEqual([0, 0, 0, -1]);
  const changed = repeated.map((one) => (one.walletID === 2 ? { ...one, sessionID: "S2" } : one));
  await importRecords(ledger, changed, []);
  expect([...inputOf(ledger).entries.session]).toEqual([0, 1, 0, 1]);
});

test("reads who each payment is with, whatever else the texts around it say", async () => {
  const ledger = newLedgerPath();
  const customer = (userID: number) => ({
    userID,
    name: '"customer":{"userID":5',
    phone: null,
    extra: null,
  });
  const ids = [9, 0, -3, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const records = ids.map((id, at) =>
    sale(at + 1, 10, { customer: customer(id), payhash: '"customer":{"userID":7' }),
  );
  const nobody = sale(ids.length + 1, 10, { customer: null, summaryExtra: { customer: { userID: 8 } } });
  await importRecords(ledger, ENTRIES, [...records, nobody]);
  const [asked, whole] = readLedger(ledger, (db) => {
    const { customerID } = readCheckInput(db).transactions;
    return [[...ids, 0].map((_, row) => customerID.at(row)), readWholeInput(db).transactions.customerID];
  });
  expect(asked).toEqual([...ids, 0]);
  expect([...whole]).toEqual([...ids, 0]);
});

test.each([
  ["one too few", 4],
  ["none", 0],
  ["one too many", 6],
  ["more than the file has room for", 1e12],
  ["fewer than none", -1],
  ["no whole number", 5.5],
  ["a text", "5000"],
  ["an object", { rows: 5 }],
])("reads the same where the trail records %s", async (_, rows) => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, [sale(1, 200), sale(2, 90)]);
  const before = inputOf(ledger);
  const forged = newLedgerPath();
  copyFileSync(ledger, forged);
  forgeTrail(forged, (links) => {
    for (const { payload } of links) {
      if ("rows" in payload) payload["rows"] = { entry: { rows }, payment: { rows } };
    }
  });
  expect(inputOf(forged)).toEqual(before);
});

// Elsewhere a file takes all the room it claims.
test.skipIf(process.platform === "win32")(
  "reads the same where the trail records billions of rows, and the file is made as long as they would be",
  async () => {
    const ledger = newLedgerPath();
    await importRecords(ledger, ENTRIES, [sale(1, 200), sale(2, 90)]);
    const before = inputOf(ledger);
    const rows = 2 ** 32;
    forgeTrail(ledger, (links) => {
      for (const { payload } of links) {
        if ("rows" in payload) payload["rows"] = { entry: { rows }, payment: { rows } };
      }
    });
    claimPages(ledger, Math.ceil(rows / 100));
    expect(inputOf(ledger)).toEqual(before);
  },
);

/** Makes a file of so many pages of it, all but the first of them empty and without room on the disk. */
function claimPages(ledger: string, pages: number): void {
  const db = new Database(ledger);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const pageSize = db.pragma("page_size", { simple: true }) as number;
  db.close();
  truncateSync(ledger, pages * pageSize);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(pages);
  const file = openSync(ledger, "r+");
  // Where a file of SQLite says how many pages it has.
  writeSync(file, count, 0, 4, 28);
  closeSync(file);
}

test("reads the same where the trail holds no JSON", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, [sale(1, 200), sale(2, 90)]);
  const before = inputOf(ledger);
  forgeTrail(ledger, (links) => {
    for (const link of links) link.text = '{"rows": ';
  });
  expect(inputOf(ledger)).toEqual(before);
});
