import { expect, test } from "vitest";
import { type Entry, entryDocument } from "../../../src/core/records/entry.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { readEntryRecord, readTransactionRecord } from "../../../src/main/services/check/record.ts";
import { transactionsBody, walletBody } from "../../helpers/bodies.ts";
import { FIRST_PULL_MS, PulledLedger } from "../../helpers/ledgers/pulled-ledger.ts";
import { entry, sale, wallet } from "../../helpers/records.ts";
import { failing, tamper } from "../ledger/made.ts";

const ENTRIES = wallet([1000, 200, -50, 300], (at) => ({ description: `Order ${at} "ü" 👍` }));

/** The entries with one of them different. */
const withEntry = (id: number, fields: Partial<Entry>) =>
  ENTRIES.map((one) => (one.walletID === id ? { ...one, ...fields } : one));

/** An entry's text in the body that lists it: from its first to its last character. */
function textIn(body: string, id: number): string {
  const start = body.indexOf(`{"walletID":${id},`);
  return body.slice(start, body.indexOf("}", start) + 1);
}

const serviceAt = (id: number, minutes: number) => ({
  id,
  source: "service",
  atMs: FIRST_PULL_MS + minutes * 60_000,
});

test("an entry that changed, vanished and came back has each version with its pull, and the newest text byte for byte", async () => {
  const [third] = ENTRIES.slice(2);
  if (third === undefined) throw new Error("no third entry");
  const pulled = await PulledLedger.open({ entries: ENTRIES, transactions: [] });
  await pulled.pull();
  pulled.service.records.entries = withEntry(3, { balance: 7 });
  await pulled.pull();
  pulled.service.records.entries = ENTRIES.filter(({ walletID }) => walletID !== 3);
  await pulled.pull();
  const gone = readEntryRecord({ ledger: pulled.ledger, walletID: 3 });
  const changed = { ...entryDocument(third), balance: 7 };
  expect(gone.versions).toEqual([
    { pull: serviceAt(1, 0), document: entryDocument(third) },
    { pull: serviceAt(2, 1), document: changed },
    { pull: serviceAt(3, 2), document: null },
  ]);
  expect(gone.raw).toBe(textIn(walletBody(withEntry(3, { balance: 7 })), 3));

  const body = walletBody(withEntry(3, { balance: 7 }));
  await pulled.import([body.replaceAll('"walletID":3,', '"walletID" : 3 , ')]);
  const back = readEntryRecord({ ledger: pulled.ledger, walletID: 3 });
  expect(back.versions).toEqual([
    ...gone.versions,
    { pull: { id: 4, source: "files", atMs: null }, document: changed },
  ]);
  expect(back.raw).toBe(textIn(body, 3).replace('"walletID":3,', '"walletID" : 3 , '));
  expect(JSON.parse(back.raw ?? "")).toMatchObject({ description: 'Order 2 "ü" 👍' });
  // One that no pull changed has one version, and the text of the newest pull that had it.
  expect(readEntryRecord({ ledger: pulled.ledger, walletID: 1 })).toEqual({
    versions: [{ pull: serviceAt(1, 0), document: entryDocument(ENTRIES[0] ?? third) }],
    raw: textIn(body, 1),
  });
});

test("finds a transaction's history in the right one of several files", async () => {
  const pulled = await PulledLedger.open({ entries: [], transactions: [] });
  const first = sale(1, 200);
  const texts = [transactionsBody([sale(11, 5), first]), transactionsBody([sale(12, 5)])];
  await pulled.import([], texts);
  await pulled.import(
    [],
    [transactionsBody([sale(11, 5)]), transactionsBody([sale(12, 5), { ...first, label: "Second" }])],
  );
  const { versions, raw } = readTransactionRecord({ ledger: pulled.ledger, payID: 1 });
  expect(versions.map(({ pull, document }) => [pull.id, (document as { payID: number }).payID])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(JSON.parse(raw ?? "")).toMatchObject({
    payID: 1,
    transaction: { name: "Second" },
    datePaid_alt: "2 days ago",
  });
});

test("skips texts that only look like the record, in blocks of many", async () => {
  const hostile = '{"walletID":77,"x":"\\"walletID\\":77"}';
  const many = wallet(
    Array.from({ length: 3000 }, () => 1),
    () => ({ description: hostile }),
  );
  const pulled = await PulledLedger.open({ entries: many, transactions: [] });
  await pulled.pull();
  for (const id of [1, 77, 770, 1500, 3000]) {
    expect(JSON.parse(readEntryRecord({ ledger: pulled.ledger, walletID: id }).raw ?? "")).toMatchObject({
      walletID: id,
    });
  }
});

test("shows the text of the copy in use when a response has several", async () => {
  const copies = [1, 2].map((debit) => entry(5, { debit, balance: 1450 + debit }));
  for (const order of [copies, copies.toReversed()]) {
    const pulled = await PulledLedger.open({ entries: [], transactions: [] });
    await pulled.import([walletBody([...ENTRIES, ...order])]);
    const { versions, raw } = readEntryRecord({ ledger: pulled.ledger, walletID: 5 });
    expect(versions).toHaveLength(1);
    expect(JSON.parse(raw ?? "")).toMatchObject(versions[0]?.document as object);
  }
});

test("has no text without the response, and nothing without the record", async () => {
  const pulled = await PulledLedger.open({ entries: ENTRIES, transactions: [] });
  await pulled.pull();
  await pulled.import([walletBody(ENTRIES.slice(0, 2))]);
  expect(readEntryRecord({ ledger: pulled.ledger, walletID: 99 })).toEqual({ versions: [], raw: null });
  expect(readTransactionRecord({ ledger: pulled.ledger, payID: 1 })).toEqual({ versions: [], raw: null });
  await pruneLedger(pulled.ledger, 1, pulled.context);
  expect(readEntryRecord({ ledger: pulled.ledger, walletID: 4 })).toMatchObject({
    versions: [{ pull: { id: 1 } }, { pull: { id: 2 }, document: null }],
    raw: null,
  });
  expect(readEntryRecord({ ledger: pulled.ledger, walletID: 2 }).raw).toBe(
    textIn(walletBody(ENTRIES.slice(0, 2)), 2),
  );
  tamper(pulled.ledger, "UPDATE body_chunk SET compressed = x'00'");
  expect(() => readEntryRecord({ ledger: pulled.ledger, walletID: 2 })).toThrow(failing("LEDGER_CORRUPT"));
});
