import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { type WritableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../src/main/ledger/file/make.ts";
import { copyPulls } from "../../../src/main/ledger/pulls/copy-pulls.ts";
import { entryEffect } from "../../../src/main/ledger/pulls/pull-effect.ts";
import { findRecord } from "../../../src/main/ledger/records/history.ts";
import { ENTRY_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { listPulls } from "../../../src/main/ledger/trail/pull.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { check, entry, sha256 } from "../../helpers/records.ts";
import { ENTRIES, LEDGER, SALES, USER, failing, publish, pull } from "./made.ts";

function conclude(db: WritableLedger): unknown {
  return checkDocument(reconcile(readCheckInput(db), DEFAULT_OPTIONS, { period: null, sha256 }), "info");
}

test("the check reads what was published", () => {
  const db = openInPassing(LEDGER);
  publish(db, pull(ENTRIES, SALES));
  expect(conclude(db)).toEqual(checkDocument(check({ entries: ENTRIES, transactions: SALES }), "info"));
  closeLedger(db);
});

test("of the newest pull it is said whether it was torn, and what was raised while it ran", () => {
  const db = openInPassing(LEDGER);
  publish(db, { ...pull(ENTRIES, SALES), torn: true });
  expect(readCheckInput(db).pullClocks.tornRaised).toEqual([]);
  publish(db, pull(ENTRIES, SALES));
  expect(readCheckInput(db).pullClocks).not.toHaveProperty("tornRaised");
  closeLedger(db);
});

test("gives the same for any order of records and batches", () => {
  const db = openInPassing(LEDGER);
  publish(db, {
    ...pull(null),
    entries: ENTRIES.toReversed().map((one) => [one]),
    transactions: [SALES.toReversed()],
  });
  expect(conclude(db)).toEqual(checkDocument(check({ entries: ENTRIES, transactions: SALES }), "info"));
  closeLedger(db);
});

describe("several pulls", () => {
  test("add nothing when they are the same", () => {
    const db = openInPassing(LEDGER);
    publish(db, pull(ENTRIES, SALES));
    const again = publish(db, pull(ENTRIES, SALES));
    expect(again.entries).toEqual({ received: 4, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    expect(again.transactions).toEqual({ received: 3, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    closeLedger(db);
  });

  test("keep both contents of a changed entry, and check the newest", () => {
    const db = openInPassing(LEDGER);
    publish(db, pull(ENTRIES));
    const changed = ENTRIES.map((one) => (one.walletID === 2 ? { ...one, description: "Other" } : one));
    expect(publish(db, pull(changed)).entries).toMatchObject({ changed: 1, vanished: 0 });
    const input = readCheckInput(db);
    expect(input.history.entryVersions).toEqual([{ before: ENTRIES[1], after: changed[1], pulls: [1, 2] }]);
    publish(db, pull(ENTRIES));
    expect(db.prepare("SELECT wallet_id, version, pull_id FROM entry_version").raw().all()).toEqual([
      [2, 2, 2],
      [2, 3, 3],
    ]);
    closeLedger(db);
  });

  test("are told apart by what each did to the entries of those before it", () => {
    const db = openInPassing(LEDGER);
    const with_ = (walletID: number, fields: Partial<Entry>) =>
      ENTRIES.map((one) => (one.walletID === walletID ? { ...one, ...fields } : one));
    publish(db, pull(with_(2, { isApproved: 0 }).slice(0, 3)));
    publish(db, pull([...ENTRIES.filter(({ walletID }) => walletID !== 3), ...ENTRIES.slice(3)]));
    publish(db, pull(with_(1, { description: "Other" })));
    publish(db, pull(null, SALES));
    const none = { inserted: 0, repeated: 0, changed: 0, vanished: 0, returned: 0, approved: 0 };
    expect(listPulls(db).map((one) => entryEffect(db, one))).toEqual([
      { ...none, received: 3, inserted: 3 },
      { ...none, received: 4, inserted: 1, repeated: 1, changed: 1, approved: 1, vanished: 1 },
      { ...none, received: 4, changed: 1, returned: 1 },
      null,
    ]);
    closeLedger(db);
  });

  test("mark a vanished entry, and revive it when it returns", () => {
    const db = openInPassing(LEDGER);
    publish(db, pull(ENTRIES));
    const without = ENTRIES.filter((one) => one.walletID !== 3);
    expect(publish(db, pull(without)).entries).toMatchObject({ vanished: 1 });
    expect(readCheckInput(db).history.entriesVanished).toEqual([{ record: ENTRIES[2], pulls: [1, 2] }]);
    expect(readCheckInput(db).entries.length).toBe(3);
    expect(publish(db, pull(without)).entries).toMatchObject({ vanished: 0 });
    publish(db, pull(ENTRIES));
    expect(readCheckInput(db).history).toMatchObject({
      entriesVanished: [],
      entriesReturned: [{ record: ENTRIES[2], pulls: [2, 4] }],
    });
    closeLedger(db);
  });

  test("make nothing vanish below their reach, and everything when empty", () => {
    const db = openInPassing(LEDGER);
    publish(db, pull(ENTRIES));
    expect(publish(db, pull(ENTRIES.slice(2))).entries).toMatchObject({ vanished: 0 });
    expect(publish(db, pull([])).entries).toMatchObject({ vanished: 4 });
    closeLedger(db);
  });

  test("that do not overlap leave a gap, until one covers it", () => {
    const db = openInPassing(LEDGER);
    publish(db, pull(ENTRIES.slice(0, 2)));
    publish(db, pull(ENTRIES.slice(2)));
    expect(readCheckInput(db).history.coverage).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ]);
    publish(db, pull(ENTRIES.slice(1)));
    expect(readCheckInput(db).history.coverage).toEqual([]);
    closeLedger(db);
  });

  test("collapse copies within one pull, whichever comes first", () => {
    const copies = [1, 2, 3].map((debit) => entry(5, { debit, balance: 1450 + debit }));
    const closings = [copies, copies.toReversed()].map((list) => {
      const db = openInPassing(LEDGER);
      expect(publish(db, pull([...ENTRIES, ...list])).entries).toMatchObject({
        inserted: 5,
        repeated: 1,
        changed: 0,
      });
      const input = readCheckInput(db);
      const { repeatedEntries, entryVersions } = input.history;
      expect(repeatedEntries).toMatchObject([{ id: 5, copies: 3, conflicting: true }]);
      const inMemory = columnsOf({ entries: [...ENTRIES, ...copies], transactions: [] }, sha256);
      expect(repeatedEntries).toEqual(inMemory.history.repeatedEntries);
      expect(entryVersions).toEqual([]);
      expect([4, 5].map((id) => findRecord(db, ENTRY_TABLE, id).repeated)).toEqual([false, true]);
      closeLedger(db);
      return input.entries.balance.at(-1);
    });
    expect(closings[0]).toBe(closings[1]);
    expect(closings[0]).toBe(check({ entries: [...ENTRIES, ...copies] }).wallets[0]?.closing);
  });

  test("are copied up to one of them, and the next does to the copy what it did to the ledger", () => {
    const db = openInPassing(LEDGER);
    const copies = [1, 2].map((debit) => entry(5, { debit, balance: 1450 + debit }));
    publish(db, { ...pull([...ENTRIES, ...copies], SALES), user: USER });
    publish(db, pull(ENTRIES.slice(1).map((one) => ({ ...one, description: "Other", payref: "PAY-9" }))));
    const count = (name: string) => Number(db.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
    const texts = { payref: count("payref"), label: count("label") };
    const before = conclude(db);
    const next = {
      ...pull(
        ENTRIES.map((one) => ({ ...one, payref: "PAY-7" })),
        SALES.slice(1),
      ),
      user: USER,
    };
    const did = publish(db, next);
    const copy = openInPassing(LEDGER);
    copy.pragma("foreign_keys = OFF");
    expect([...copyPulls(db, copy, { last: 2, texts })].length).toBeGreaterThan(1);
    expect(conclude(copy)).toEqual(before);
    expect(listPulls(copy)).toEqual(listPulls(db).slice(0, 2));
    expect(publish(copy, next)).toEqual(did);
    expect(conclude(copy)).toEqual(conclude(db));
    closeLedger(copy);
    closeLedger(db);
  });

  test("refuse another user's records", () => {
    const db = openInPassing(LEDGER);
    publish(db, { ...pull(ENTRIES), user: USER });
    expect(() => publish(db, { ...pull(ENTRIES), user: { ...USER, userID: 2 } })).toThrow(
      failing("LEDGER_OTHER_USER"),
    );
    const others = ENTRIES.map((one) => ({ ...one, userID: 2 }));
    expect(() => publish(db, pull(others))).toThrow(failing("LEDGER_OTHER_USER"));
    // Some entry of the ledger's own user says whose history it is.
    expect(publish(db, pull([...ENTRIES.slice(0, 1), ...others.slice(1)])).pullId).toBe(2);
    closeLedger(db);
  });
});
