import { describe, expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { RestatementRegister } from "../../../../src/core/review/restate/restatements.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { reopenMonth } from "../../../../src/main/services/close/close.ts";
import { monthsChangedSince } from "../../../../src/main/services/close/differences.ts";
import { countRestated } from "../../../../src/main/services/close/records-of-month.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { withLedger } from "../../../../src/main/services/shared/use-ledger.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../../helpers/records.ts";
import { documentSql } from "../../../helpers/ledgers/kept-runs.ts";
import { rewriteTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { listMonthsSince } from "../../../../src/main/services/close/months.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;

/** Four entries of October and one of November, a balance of 1450 at October's end and 1500 after. */
function fiveEntries(): Entry[] {
  return wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * DAY_MS,
  }));
}

function with_(entries: readonly Entry[], walletID: number, fields: Partial<Entry>): Entry[] {
  return entries.map((one) => (one.walletID === walletID ? { ...one, ...fields } : one));
}

function register(ledger: string, month: string | null = null): RestatementRegister {
  const asked = { month: month as Month | null };
  const { restatements, total, closings } = readRestatements(ledger, asked);
  return { restatements, total, closings };
}

/** Kind, id, months, signed month and effects of each restatement. */
function told({ restatements }: RestatementRegister): unknown[] {
  return restatements.map(({ kind, walletID, payID, months, signature, effect }) => [
    kind,
    walletID ?? `payID ${payID}`,
    months.join(" "),
    signature?.month ?? null,
    effect.movement,
    effect.closing,
  ]);
}

/** A ledger whose October is signed over `before`, and that pulled `after` since. */
async function pulledAfterSigning(
  before: readonly Entry[],
  ...after: readonly (readonly Entry[])[]
): Promise<string> {
  const ledger = newLedgerPath();
  await importRecords(ledger, before);
  await signMonth(ledger, "2026-10");
  for (const entries of after) await importRecords(ledger, entries);
  return ledger;
}

test("reads restatements in Node 22 as well, whose generators cannot be disposed", async () => {
  const before = fiveEntries().slice(0, 4);
  const ledger = await pulledAfterSigning(before, before.slice(0, 3));
  const read = register(ledger);
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as Partial<Disposable>;
  const own = Object.getOwnPropertyDescriptor(prototype, Symbol.dispose);
  Reflect.deleteProperty(prototype, Symbol.dispose);
  onTestFinished(() => {
    if (own !== undefined) Object.defineProperty(prototype, Symbol.dispose, own);
  });
  expect(register(ledger)).toEqual(read);
  expect(read.total).toBeGreaterThan(0);
});

test("lists none for one pull, or for pulls that bring only new records", async () => {
  const all = fiveEntries();
  const ledger = await pulledAfterSigning(all.slice(0, 4));
  expect(register(ledger)).toEqual({ restatements: [], total: 0, closings: [] });
  await importRecords(ledger, all);
  expect(register(ledger)).toEqual({ restatements: [], total: 0, closings: [] });
});

describe("the effect of a later pull on a signed month, in numbers", () => {
  test("an amount changed in the middle changes movements, not the closing", async () => {
    const all = fiveEntries();
    const ledger = await pulledAfterSigning(all, with_(all, 2, { debit: 250, balance: 1250 }));
    const found = register(ledger);
    expect(told(found)).toEqual([["changed", 2, "2026-10", "2026-10", 50, 0]]);
    expect(found.restatements[0]).toMatchObject({
      pullId: 2,
      atMs: null,
      payref: "",
      fields: [
        { field: "balance", before: 1200, after: 1250 },
        { field: "debit_balance", before: 200, after: 250 },
      ],
      signature: { month: "2026-10", stepId: 2, by: "Ben Uche", stillInForce: true },
    });
    expect(found.closings).toEqual([]);
  });

  test("a changed balance of the last row changes the closing", async () => {
    const all = fiveEntries();
    const ledger = await pulledAfterSigning(all, with_(all, 4, { debit: 310, balance: 1460 }));
    const found = register(ledger);
    expect(told(found)).toEqual([["changed", 4, "2026-10", "2026-10", 10, 10]]);
    expect(found.closings).toEqual([
      { month: "2026-10", userID: 1, businessID: null, currency: null, signed: 1450, now: 1460 },
    ]);
  });

  test("under bank a credit is an inflow", async () => {
    const all = wallet([1000, 200, -50, 300]).map((one) => ({
      ...one,
      credit: one.debit,
      debit: one.credit,
    }));
    const ledger = await pulledAfterSigning(all, with_(all, 2, { credit: 250 }));
    expect(told(register(ledger))).toEqual([["changed", 2, "2026-10", "2026-10", 50, 0]]);
  });

  test("without the last row the balance before it counts, and the row's return restores it", async () => {
    const all = fiveEntries();
    const ledger = await pulledAfterSigning(
      all,
      with_(all, 4, {}).filter(({ walletID }) => walletID !== 4),
    );
    expect(told(register(ledger))).toEqual([["vanished", 4, "2026-10", "2026-10", -300, -300]]);
    expect(register(ledger).closings).toMatchObject([{ signed: 1450, now: 1150 }]);
    await importRecords(ledger, all);
    expect(told(register(ledger))).toEqual([
      ["returned", 4, "2026-10", "2026-10", 300, 300],
      ["vanished", 4, "2026-10", "2026-10", -300, -300],
    ]);
    expect(register(ledger).closings).toEqual([]);
  });

  test("a row that returns with another content is returned and changed", async () => {
    const all = fiveEntries();
    const without = all.filter(({ walletID }) => walletID !== 4);
    const ledger = await pulledAfterSigning(all, without, with_(all, 4, { debit: 310, balance: 1460 }));
    expect(told(register(ledger))).toEqual([
      ["returned", 4, "2026-10", "2026-10", 300, 300],
      ["changed", 4, "2026-10", "2026-10", 10, 10],
      ["vanished", 4, "2026-10", "2026-10", -300, -300],
    ]);
    expect(register(ledger).closings).toMatchObject([{ signed: 1450, now: 1460 }]);
  });

  test("a wallet whose rows are all gone closes at nothing", async () => {
    const ledger = await pulledAfterSigning(fiveEntries(), []);
    expect(register(ledger).total).toBe(5);
    expect(register(ledger).closings).toMatchObject([{ signed: 1450, now: 0 }]);
  });

  test("an approval alone changes no number", async () => {
    const all = with_(fiveEntries(), 3, { isApproved: 0 });
    const ledger = await pulledAfterSigning(all, with_(all, 3, { isApproved: 1, datePaidAtMs: OCTOBER_MS }));
    expect(told(register(ledger))).toEqual([["approved", 3, "2026-10", "2026-10", 0, 0]]);
  });

  test("a row that a later pull adds between others is back-dated and changes the month", async () => {
    const all = fiveEntries();
    const gap = all.map((one) => (one.walletID >= 4 ? { ...one, walletID: one.walletID + 10 } : one));
    const late = entry(4, { debit: 7, balance: 1157, dateCreatedAtMs: OCTOBER_MS + 3.5 * DAY_MS });
    const ledger = await pulledAfterSigning(gap, [...gap.slice(0, 3), late, ...gap.slice(3)]);
    expect(told(register(ledger))).toEqual([["back-dated", 4, "2026-10", "2026-10", 7, 0]]);
  });

  test("a new row dated into the signed month becomes its last", async () => {
    const all = fiveEntries().slice(0, 4);
    const late = entry(5, { debit: 7, balance: 1457, dateCreatedAtMs: OCTOBER_MS + 30 * DAY_MS });
    const ledger = await pulledAfterSigning(all, [...all, late]);
    expect(told(register(ledger))).toEqual([["back-dated", 5, "2026-10", "2026-10", 7, 7]]);
    expect(register(ledger).closings).toMatchObject([{ signed: 1450, now: 1457 }]);
  });

  test("a date changed to November moves the rows after it, too", async () => {
    const all = fiveEntries();
    const ledger = await pulledAfterSigning(
      all,
      with_(all, 3, { dateCreatedAtMs: OCTOBER_MS + 35 * DAY_MS }),
    );
    expect(told(register(ledger))).toEqual([["changed", 3, "2026-10 2026-11", "2026-10", -250, -250]]);
    expect(register(ledger).closings).toMatchObject([{ signed: 1450, now: 1200 }]);
  });

  test("a change that affects two signed months is listed once for each", async () => {
    const all = fiveEntries();
    const ledger = newLedgerPath();
    await importRecords(ledger, all);
    await signMonth(ledger, "2026-10");
    await signMonth(ledger, "2026-11");
    await importRecords(ledger, with_(all, 4, { dateCreatedAtMs: OCTOBER_MS + 35 * DAY_MS }));
    expect(told(register(ledger))).toEqual([
      ["changed", 4, "2026-10 2026-11", "2026-10", -300, -300],
      ["changed", 4, "2026-10 2026-11", "2026-11", 300, 0],
    ]);
    expect(told(register(ledger, "2026-11"))).toHaveLength(1);
    expect(countsOf(ledger)).toEqual({ "2026-10": 1, "2026-11": 1 });
  });
});

test("a row that moves between wallets affects the signed month, though its sum is unchanged", async () => {
  // Both wallets begin in November: what October closes at is what their oldest rows open with.
  const all = [
    entry(1, { debit: 100, balance: 500, dateCreatedAtMs: OCTOBER_MS + 35 * DAY_MS }),
    entry(2, { debit: 0, balance: 500, dateCreatedAtMs: OCTOBER_MS + 36 * DAY_MS }),
    entry(3, { userID: 2, debit: 100, balance: 800, dateCreatedAtMs: OCTOBER_MS + 37 * DAY_MS }),
    // A month before the oldest record is not signed.
    entry(4, { userID: 3, debit: 1, balance: 1, dateCreatedAtMs: OCTOBER_MS }),
  ];
  const ledger = await pulledAfterSigning(all, with_(all, 1, { userID: 2 }));
  expect(register(ledger).closings.map(({ userID, signed, now }) => [userID, signed, now])).toEqual([
    [1, 400, 500],
    [2, 700, 400],
  ]);
  const evenly = await pulledAfterSigning(all, with_(all, 1, { userID: 2, balance: 700 }));
  expect(register(evenly).closings.map(({ userID, signed, now }) => [userID, signed, now])).toEqual([
    [1, 400, 500],
    [2, 700, 600],
  ]);
  expect(told(register(evenly))).toEqual([["changed", 1, "2026-11", "2026-10", 0, 0]]);
  // None of the month's own records changed, and yet it says otherwise.
  expect(countsOf(evenly)).toEqual({});
  expect(monthsChangedSince(evenly)).toEqual({ changed: [], doubtful: ["2026-10"] });
  const months = await listMonthsSince(evenly, CONTEXT);
  expect(months.find(({ month }) => month === "2026-10")?.changedSince).toMatchObject({
    count: 0,
    effects: ["the figures of 2 wallets changed"],
  });
});

test("what changes twice counts once, what changes back not at all, and nothing of a month that is reopened", async () => {
  const all = fiveEntries();
  const ledger = await pulledAfterSigning(all, with_(all, 2, { description: "Other" }));
  expect(countsOf(ledger)).toEqual({ "2026-10": 1 });
  await importRecords(ledger, with_(all, 2, { description: "Third" }));
  expect(countsOf(ledger)).toEqual({ "2026-10": 1 });
  await importRecords(ledger, all);
  expect(countsOf(ledger)).toEqual({});
  await importRecords(ledger, with_(with_(all, 2, { description: "Third" }), 1, { description: "Fifth" }));
  expect(countsOf(ledger)).toEqual({ "2026-10": 2 });
  await reopenMonth({ ledger, month: "2026-10" as Month, by: "Ben Uche", note: "Restated" }, CONTEXT);
  expect(countsOf(ledger)).toEqual({});
  await signMonth(ledger, "2026-10");
  await importRecords(ledger, all);
  expect(countsOf(ledger)).toEqual({ "2026-10": 2 });
});

function countsOf(ledger: string): unknown {
  const db = openForReading(ledger);
  return withLedger(db, () => Object.fromEntries(countRestated(db)));
}

describe("the trail decides which signature was in force", () => {
  test("a change before the signing does not restate the month, whatever the clock said", async () => {
    const all = fiveEntries();
    const ledger = newLedgerPath();
    await importRecords(ledger, all);
    await importRecords(ledger, with_(all, 2, { description: "Other" }));
    await signMonth(ledger, "2026-10", { ...CONTEXT, now: () => 0 });
    await importRecords(ledger, with_(all, 2, { description: "Third" }), null, { ...CONTEXT, now: () => -5 });
    expect(told(register(ledger))).toEqual([
      ["changed", 2, "2026-10", "2026-10", 0, 0],
      ["changed", 2, "2026-10", null, 0, 0],
    ]);
    expect(countsOf(ledger)).toEqual({ "2026-10": 1 });
  });

  test("after reopening, the signature is no longer in force, and a new one starts afresh", async () => {
    const all = fiveEntries();
    const ledger = await pulledAfterSigning(all, with_(all, 4, { debit: 310, balance: 1460 }));
    await reopenMonth({ ledger, month: "2026-10" as Month, by: "Ben Uche", note: "Restated" }, CONTEXT);
    expect(register(ledger).restatements[0]?.signature).toMatchObject({ stepId: 2, stillInForce: false });
    expect(countsOf(ledger)).toEqual({});
    expect(register(ledger).closings).toEqual([]);
    await importRecords(ledger, with_(all, 4, { debit: 320, balance: 1470 }));
    expect(register(ledger).restatements[0]?.signature).toBeNull();
    await signMonth(ledger, "2026-10");
    await importRecords(ledger, with_(all, 4, { debit: 330, balance: 1480 }));
    expect(register(ledger).restatements.map(({ signature }) => signature?.stepId ?? null)).toEqual([
      5,
      null,
      2,
    ]);
    expect(register(ledger).closings).toMatchObject([{ signed: 1470, now: 1480 }]);
    expect(countsOf(ledger)).toEqual({ "2026-10": 1 });
  });
});

describe("paid transactions", () => {
  const paid = sale(1, 200);

  test("are listed when changed, gone or returned, but not for normal progress", async () => {
    const ledger = newLedgerPath();
    const open = sale(2, 90, { datePaidAtMs: null });
    await importRecords(ledger, [], [paid, open]);
    await signMonth(ledger, "2026-10");
    const changed = { ...paid, taxfee: 5, payableamount: 205, status: 3 };
    await importRecords(ledger, [], [changed, { ...open, taxfee: 5 }]);
    await importRecords(ledger, [], [{ ...changed, status: 4, customer: null }, open]);
    await importRecords(ledger, [], []);
    await importRecords(ledger, [], [changed, open]);
    expect(told(register(ledger))).toEqual([
      ["returned", "payID 1", "2026-10", "2026-10", 0, 0],
      ["vanished", "payID 1", "2026-10", "2026-10", 0, 0],
      ["changed", "payID 1", "2026-10", "2026-10", 0, 0],
    ]);
    expect(register(ledger).restatements[2]?.fields).toEqual([
      { field: "fee.payableamount", before: 200, after: 205 },
      { field: "fee.taxfee", before: 0, after: 5 },
    ]);
  });

  test("paid in a signed month but known or seen as paid only later are listed, and those of an open month are not", async () => {
    const ledger = newLedgerPath();
    const open = sale(2, 90, { datePaidAtMs: null });
    await importRecords(ledger, [], [paid, open, { ...open, payID: 3 }]);
    await signMonth(ledger, "2026-10");
    await importRecords(
      ledger,
      [],
      [
        paid,
        { ...open, datePaidAtMs: OCTOBER_MS },
        { ...open, payID: 3, datePaidAtMs: OCTOBER_MS + 40 * DAY_MS },
        sale(4, 10),
        sale(5, 10, { datePaidAtMs: OCTOBER_MS + 40 * DAY_MS }),
      ],
    );
    expect(told(register(ledger))).toEqual([
      ["changed", "payID 2", "2026-10", "2026-10", 0, 0],
      ["back-dated", "payID 4", "2026-10", "2026-10", 0, 0],
    ]);
  });
});

test.each([
  ["is nothing", "UPDATE close_step SET frozen = '{}'"],
  ["is no JSON", "UPDATE close_step SET frozen = 'x' WHERE step = 'sign-off'"],
  ["names a zone that does not exist", `UPDATE close_step SET frozen = replace(frozen, '"UTC"', '"Mars"')`],
  ["names a month that does not exist", "UPDATE close_step SET month = '2026-77'"],
  ["is a run that is none", documentSql(1, "x")],
  ["is a run in pieces that were never written", "UPDATE run_chunk SET compressed = x'00'"],
])(
  "reports a ledger in which what was signed %s as damaged, not as a defect of the program",
  async (_, sql) => {
    const ledger = await pulledAfterSigning(fiveEntries(), []);
    rewriteTrail(
      ledger,
      (payload) => payload,
      (db) => db.exec(sql),
    );
    expect(() => register(ledger)).toThrow(
      expect.objectContaining({
        code: sql.includes("x'00'") ? "LEDGER_CORRUPT" : "AUDIT_MISMATCH",
        facts: expect.objectContaining({ file: ledger }),
      }),
    );
  },
);

test("names months in the zone in which they were signed", async () => {
  const all = wallet([1000, 200], (at) => ({
    dateCreatedAtMs: at === 0 ? OCTOBER_MS + DAY_MS : Date.UTC(2026, 9, 31, 23, 30),
  }));
  const ledger = newLedgerPath();
  await importRecords(ledger, all);
  await changeSettings(ledger, { timeZone: "Africa/Lagos", by: "Ada Obi", note: "As agreed" }, CONTEXT);
  await signMonth(ledger, "2026-10");
  await changeSettings(ledger, { timeZone: "UTC", by: "Ada Obi", note: "As agreed" }, CONTEXT);
  await importRecords(ledger, with_(all, 2, { description: "Other" }));
  expect(told(register(ledger))).toEqual([["changed", 2, "2026-10", null, 0, 0]]);
  await importRecords(ledger, with_(all, 1, { description: "Other" }));
  expect(told(register(ledger))).toContainEqual(["changed", 1, "2026-10", "2026-10", 0, 0]);
});
