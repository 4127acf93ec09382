import { expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { reachWords } from "../../../../src/core/review/clients/reach-words.ts";
import { prepareMonth, reopenMonth } from "../../../../src/main/services/close/close.ts";
import { lookAfterPull } from "../../../../src/main/services/pull/after-pull.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import type { HistoryRequest } from "../../../../src/main/services/pull/pull-history.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { HOUR_MS, sale, wallet } from "../../../helpers/records.ts";
import { CANARY, startService } from "../../../helpers/service.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";

const AUGUST_MS = Date.UTC(2026, 7, 1);

/** An entry an hour from August on: 744 of August, 720 of September, then October. */
const hourly = (count: number) =>
  wallet(
    Array.from({ length: count }, () => 10),
    (at) => ({ dateCreatedAtMs: AUGUST_MS + at * HOUR_MS }),
  );

/** A ledger that pulls from a service over HTTP. */
async function pulling(entries: readonly Entry[]) {
  const service = await startService({ entries, transactions: [sale(1, 90)] });
  const ledger = newLedgerPath();
  const place = { baseUrl: service.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const pull = async (kind: "routine" | "full", nowMs = CONTEXT.now()) => {
    const history: HistoryRequest = { kind };
    const request = { ledger, service: place, credentials: CANARY, history };
    return pullIntoLedger(request, { ...CONTEXT, now: () => nowMs });
  };
  return { ledger, service, pull };
}

const looks = (ledger: string) => readRestatements(ledger, { month: null }).lastLooks;
const words = (ledger: string) => reachWords(looks(ledger), "UTC");

test("a routine pull says which signed months it did not reach, and which pull last did; a full one reaches all", async () => {
  const { ledger, service, pull } = await pulling(hourly(1700));
  await pull("full", Date.UTC(2026, 9, 11));
  for (const month of ["2026-08", "2026-09"]) await signMonth(ledger, month);
  expect(words(ledger)).toBe("");
  // A row of August changes where a routine pull does not look.
  service.records.entries = hourly(1750).map((one) =>
    one.walletID === 700 ? { ...one, description: "Other" } : one,
  );
  await pull("routine");
  expect(readRestatements(ledger, { month: null }).total).toBe(0);
  expect(looks(ledger).months).toEqual([
    { month: "2026-08", pullId: 1, atMs: Date.UTC(2026, 9, 11) },
    { month: "2026-09", pullId: 1, atMs: Date.UTC(2026, 9, 11) },
  ]);
  // The newest 500 of 1,750 begin with walletID 1251.
  expect(words(ledger)).toBe(
    "Pull 2 asked for no entries before 2026-09-22 (walletID 1251): the 2 signed months from August 2026 to September 2026 were last covered in full by pull 1 of 2026-10-11",
  );
  await reopenMonth({ ledger, month: "2026-09" as Month, by: "Ada", note: "One more" }, CONTEXT);
  expect(words(ledger)).toBe(
    "Pull 2 asked for no entries before 2026-09-22 (walletID 1251): August 2026, signed off, was last covered in full by pull 1 of 2026-10-11",
  );
  await pull("full");
  expect(words(ledger)).toBe("");
  expect(readRestatements(ledger, { month: null })).toMatchObject({
    total: 1,
    signedChanges: [{ month: "2026-08", changes: 1, wallets: [] }],
    lastLooks: { newest: { pullId: 3 }, months: [{ month: "2026-08", pullId: 3 }] },
  });
});

test("a pull that reaches a month's first entry covered it; one entry later it did not", async () => {
  const ledger = newLedgerPath();
  const all = hourly(800);
  await importRecords(ledger, all);
  for (const month of ["2026-08", "2026-09"]) await signMonth(ledger, month);
  await importRecords(ledger, all.slice(744));
  expect(looks(ledger).months.map(({ pullId }) => pullId)).toEqual([1, 2]);
  await importRecords(ledger, all.slice(745));
  expect(looks(ledger).months.map(({ pullId }) => pullId)).toEqual([1, 2]);
  expect(words(ledger)).toBe(
    "Pull 3 had no entries before 2026-09-01 (walletID 746): August 2026, signed off, was last covered in full by pull 1, from files; September 2026, signed off, was last covered in full by pull 2, from files",
  );
});

test("an entry dated ahead is none of the later month: a pull that begins after it covered that month", async () => {
  const ledger = newLedgerPath();
  const all = hourly(800).map((one) =>
    one.walletID === 700 ? { ...one, dateCreatedAtMs: AUGUST_MS + 5000 * HOUR_MS } : one,
  );
  await importRecords(ledger, all);
  await signMonth(ledger, "2026-09");
  await importRecords(ledger, all.slice(744));
  expect(looks(ledger).months.map(({ pullId }) => pullId)).toEqual([2]);
  expect(words(ledger)).toBe("");
  await importRecords(ledger, all.slice(699));
  expect(looks(ledger).newest?.oldest).toEqual({ walletID: 700, atMs: AUGUST_MS + 698 * HOUR_MS });
});

test("a month only ever pulled in parts was never covered", async () => {
  const ledger = newLedgerPath();
  const all = hourly(800);
  await importRecords(ledger, all.slice(400));
  await signMonth(ledger, "2026-08");
  await importRecords(ledger, all.slice(0, 500));
  expect(looks(ledger).months.map(({ pullId }) => pullId)).toEqual([2]);
  await importRecords(ledger, all.slice(300));
  expect(looks(ledger).months.map(({ pullId }) => pullId)).toEqual([2]);
});

test("a pull lists the prepared months that now differ, and the signed ones that it changed, and no other", async () => {
  const ledger = newLedgerPath();
  const all = hourly(800);
  await importRecords(ledger, all);
  await signMonth(ledger, "2026-08");
  const september = { ledger, month: "2026-09" as Month, by: "Ada", override: "As it stands" };
  await prepareMonth(september, CONTEXT);
  expect(lookAfterPull(ledger, 1, CONTEXT)).toMatchObject({ signedChanges: [], drifted: [] });
  const last = { balance: 8001, debit: 11 };
  await importRecords(
    ledger,
    all.map((one) => (one.walletID === 800 ? { ...one, ...last } : one)),
  );
  expect(lookAfterPull(ledger, 2, CONTEXT)).toMatchObject({
    signedChanges: [],
    drifted: [{ month: "2026-09", state: "prepared" }],
  });
  await importRecords(
    ledger,
    all.map((one) => (one.walletID === 7 ? { ...one, debit: 15 } : one)),
  );
  expect(lookAfterPull(ledger, 3, CONTEXT)).toMatchObject({
    signedChanges: [{ month: "2026-08", changes: 1, wallets: [{ userID: 1, movement: 5, closing: 0 }] }],
    drifted: [
      { month: "2026-08", state: "signed-off" },
      { month: "2026-09", state: "prepared" },
    ],
  });
});
