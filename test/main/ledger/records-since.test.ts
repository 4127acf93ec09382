/** Which records are not what they were at a pull, and which of them are of a month. */
import { expect, test } from "vitest";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { type WritableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../src/main/ledger/file/make.ts";
import { recordsSince } from "../../../src/main/ledger/records/records-since.ts";
import { createdAt, firstEntryFrom, isDatedAfterNext } from "../../../src/main/ledger/records/time-range.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { entry, sale } from "../../helpers/records.ts";
import { LEDGER, publish, pull } from "./made.ts";

const MONTH = { fromMs: 2000, toMs: 2999 };
const NONE = { changed: [], vanished: [], appeared: [] };
const AFTER_FIRST = { sequence: Infinity, pullId: 1 };

const entriesSince = (db: WritableLedger, moment = AFTER_FIRST) =>
  recordsSince(db, moment, {
    table: ENTRY_TABLE,
    dates: ["date_created_ms"],
    period: MONTH,
    isChange: (before, after) => before?.description !== after?.description,
  });

const paymentsSince = (db: WritableLedger) =>
  recordsSince(db, AFTER_FIRST, {
    table: PAYMENT_TABLE,
    dates: ["date_paid_ms", "date_created_ms"],
    period: MONTH,
    isChange: () => true,
  });

test("entries of the month, from its first millisecond to its last, that changed, went and came", () => {
  const db = openInPassing(LEDGER);
  const at = [1999, 2000, 2500, 2999, 3000];
  const held = at.map((dateCreatedAtMs, n) => entry(n + 1, { dateCreatedAtMs }));
  publish(db, pull(held));
  expect(entriesSince(db)).toEqual({ all: NONE, ofPeriod: NONE, isRestored: false });
  const came = at.map((dateCreatedAtMs, n) => entry(n + 6, { dateCreatedAtMs }));
  publish(db, pull([...held.filter(({ walletID }) => walletID !== 3), ...came]));
  const now = [...held, ...came].filter(({ walletID }) => walletID !== 3);
  publish(db, pull(now.map((one) => (one.walletID < 6 ? { ...one, description: "Other" } : one))));
  expect(entriesSince(db)).toEqual({
    all: { changed: [1, 2, 4, 5], vanished: [3], appeared: [7, 8, 9] },
    ofPeriod: { changed: [2, 4], vanished: [3], appeared: [7, 8, 9] },
    isRestored: false,
  });
  closeLedger(db);
});

test("an entry that is again what it was is neither, and known to have been another", () => {
  const db = openInPassing(LEDGER);
  const held = [entry(1, { dateCreatedAtMs: 1999 }), entry(2, { dateCreatedAtMs: 2999 })];
  publish(db, pull(held));
  publish(db, pull(held.map((one) => (one.walletID === 1 ? { ...one, balance: 7 } : one))));
  publish(db, pull(held));
  expect(entriesSince(db)).toEqual({ all: NONE, ofPeriod: NONE, isRestored: false });
  publish(db, pull(held.slice(0, 1)));
  publish(db, pull([]));
  publish(db, pull(held));
  expect(entriesSince(db)).toEqual({ all: NONE, ofPeriod: NONE, isRestored: true });
  closeLedger(db);
});

test("entries that come, or come back, are told where they are of the month as they stand now", () => {
  const db = openInPassing(LEDGER);
  const at = (walletID: number, dateCreatedAtMs: number) => entry(walletID, { dateCreatedAtMs });
  publish(db, pull([at(1, 1999), at(2, 2000), at(3, 3000)]));
  publish(db, pull([]));
  publish(db, pull([at(1, 1999), at(2, 2000), at(3, 3000), at(4, 3000), at(5, 2999), at(6, 3000)]));
  publish(db, pull([at(1, 1999), at(2, 2000), at(3, 3000), at(4, 2999), at(5, 3000), at(6, 3001)]));
  const appeared = { ...NONE, appeared: [2, 4] };
  const since = entriesSince(db, { sequence: Infinity, pullId: 2 });
  expect(since).toEqual({ all: appeared, ofPeriod: appeared, isRestored: false });
  closeLedger(db);
});

test("of a change that is none of the month's only what it did to all is told", () => {
  const db = openInPassing(LEDGER);
  publish(db, pull([entry(1, { dateCreatedAtMs: 2000 })]));
  publish(db, pull([entry(1, { dateCreatedAtMs: 2000, balance: 7 })]));
  expect(entriesSince(db)).toEqual({
    all: { ...NONE, changed: [1] },
    ofPeriod: NONE,
    isRestored: false,
  });
  closeLedger(db);
});

test("a payment is dated by when it was paid, and one that was paid after the month did not change in it", () => {
  const db = openInPassing(LEDGER);
  const open: Partial<Transaction> = { datePaidAtMs: null, dateCreatedAtMs: 2500 };
  publish(
    db,
    pull(
      [],
      [1, 2, 3].map((id) => sale(id, 10, open)),
    ),
  );
  publish(
    db,
    pull(
      [],
      [
        sale(1, 10, { ...open, datePaidAtMs: 2999 }),
        sale(2, 10, { ...open, datePaidAtMs: 3000 }),
        sale(3, 11, open),
        sale(4, 10, { ...open, datePaidAtMs: 1999 }),
      ],
    ),
  );
  expect(paymentsSince(db)).toEqual({
    all: { ...NONE, changed: [1, 2, 3], appeared: [4] },
    ofPeriod: { ...NONE, changed: [1, 3] },
    isRestored: false,
  });
  closeLedger(db);
});

test("so many that they are compared in parts are each told once, ascending", () => {
  const db = openInPassing(LEDGER);
  const held = Array.from({ length: 2001 }, (_, at) => entry(at + 1, { dateCreatedAtMs: 2000 }));
  publish(db, pull(held));
  publish(db, pull(held.map((one) => ({ ...one, description: "Other" }))));
  const changed = held.map(({ walletID }) => walletID);
  expect(entriesSince(db)).toMatchObject({ all: { changed }, ofPeriod: { changed } });
  closeLedger(db);
});

test("an entry is of the time that its first pull says, and dated after the next where that is earlier", () => {
  const db = openInPassing(LEDGER);
  const dated = [3000, 2000, 2000, 5000].map((dateCreatedAtMs, at) => entry(2 * at + 2, { dateCreatedAtMs }));
  publish(db, pull(dated));
  publish(db, pull(dated.map((one) => ({ ...one, dateCreatedAtMs: 1000 }))));
  const ids = [2, 4, 6, 8, 9];
  expect(ids.map((id) => createdAt(db, id))).toEqual([3000, 2000, 2000, 5000, null]);
  expect(ids.map((id) => isDatedAfterNext(db, id))).toEqual([true, false, false, false, false]);
  expect([firstEntryFrom(db, 2, 3000), firstEntryFrom(db, 4, 2000), firstEntryFrom(db, 5, 2000)]).toEqual([
    2, 4, 6,
  ]);
  expect([firstEntryFrom(db, 3, 3000), firstEntryFrom(db, 9, 0), firstEntryFrom(db, 2, 5001)]).toEqual([
    8,
    null,
    null,
  ]);
  closeLedger(db);
});
