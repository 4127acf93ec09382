/** What later pulls did to a signed month, and how far back the newest of them looked, as the ledger's own pulls tell. */
import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import { openAt } from "../../../src/main/ledger/trail/as-of.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { readLastLooks, walkRegister } from "../../../src/main/ledger/pulls/restatements.ts";
import { importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";

const ENTRIES = wallet([1000, 200, -50, 300]);

/** What is told of a ledger whose October was signed between two pulls; `signed` none where it was not. */
async function toldOf(before: readonly Entry[], after: readonly Entry[], signed = true) {
  const ledger = newLedgerPath();
  await importRecords(ledger, before);
  if (signed) await signMonth(ledger, "2026-10");
  await importRecords(ledger, after);
  const db = openAt(ledger);
  const told: unknown[] = [];
  const closings = walkRegister(db, ({ kind, walletID, signature }) =>
    told.push([kind, walletID, signature?.month ?? null]),
  );
  const looks = readLastLooks(db);
  closeLedger(db);
  return { told, closings, looks };
}

test("entries before all that were held are back-dated where their month was signed, and new where it was not", async () => {
  const later = ENTRIES.slice(2);
  expect((await toldOf(later, ENTRIES)).told).toEqual([
    ["back-dated", 1, "2026-10"],
    ["back-dated", 2, "2026-10"],
  ]);
  expect((await toldOf(later, ENTRIES, false)).told).toEqual([]);
});

test("an entry that is gone since a month was signed takes its amount out of the month's closing", async () => {
  const { told, closings } = await toldOf(ENTRIES, ENTRIES.slice(0, 3));
  expect(told).toEqual([["vanished", 4, "2026-10"]]);
  expect(closings).toMatchObject([{ month: "2026-10", signed: 1450, now: 1150 }]);
});

test("the newest pull looked back to its oldest entry, and covered a month that begins no earlier", async () => {
  const all = await toldOf(ENTRIES, ENTRIES);
  expect(all.looks).toEqual({
    newest: { pullId: 2, source: "files", oldest: { walletID: 1, atMs: OCTOBER_MS + HOUR_MS } },
    months: [{ month: "2026-10", pullId: 2, atMs: null }],
  });
  const part = await toldOf(ENTRIES, ENTRIES.slice(1));
  expect(part.looks).toEqual({
    newest: { pullId: 2, source: "files", oldest: { walletID: 2, atMs: OCTOBER_MS + 2 * HOUR_MS } },
    months: [{ month: "2026-10", pullId: 1, atMs: null }],
  });
  const none = await toldOf(ENTRIES, [], false);
  expect(none.looks).toEqual({ newest: { pullId: 2, source: "files", oldest: null }, months: [] });
});
