/** A record dated when it cannot have been: no month list, close guard, as-of or restatement goes by it. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { verdictOf } from "../../../../src/core/words/verdict.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { DAY_MS, monthDays } from "../../../../src/core/time.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { CheckMemory } from "../../../../src/main/services/shared/check-memory.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { prepareMonth } from "../../../../src/main/services/close/close.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonthsSince, listMonths } from "../../../../src/main/services/close/months.ts";
import { listRestatements } from "../../../../src/main/services/close/register.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import { surelyCounts } from "../../../../src/core/reconcile/chain/dates-ahead.ts";
import { listStampedPulls } from "../../../../src/main/ledger/trail/pull.ts";
import { pullsStating } from "../../../../src/main/ledger/records/time-range.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { CANARY, startService } from "../../../helpers/service.ts";

const at = (text: string) => Date.parse(`${text}Z`);
/** Three days before the end of November. */
const NOW_MS = at("2026-11-28T12:00");
const CONTEXT: ServiceContext = { now: () => NOW_MS, appVersion: "test" };
const OCTOBER = "2026-10" as Month;
const NOVEMBER = "2026-11" as Month;

/** Rows `[movement, time, paid]`, walletIDs 1, 2, …; paid when they were made where nothing else is said. */
function dated(rows: readonly (readonly [number, string, string?])[]): Entry[] {
  return wallet(
    rows.map(([movement]) => movement),
    (index) => {
      const [, time, paid = time] = rows[index]!;
      return { payref: `PAY-${index + 1}`, dateCreatedAtMs: at(time), datePaidAtMs: at(paid) };
    },
  );
}

function salesOf(entries: readonly Entry[], paidAt: (one: Entry) => number): Transaction[] {
  return entries.map((one) =>
    sale(one.walletID, one.debit, { dateCreatedAtMs: at("2026-09-30T09:00"), datePaidAtMs: paidAt(one) }),
  );
}

const YEAR_SLIP = dated([
  [1000, "2026-10-01T09:00"],
  [500, "2062-10-02T11:00"],
  [700, "2026-10-04T09:00"],
]);
const SALES = salesOf(YEAR_SLIP, () => at("2026-10-01T08:00"));

let ledger = "";
beforeEach(() => {
  ledger = newLedgerPath();
});

const monthsOf = (memory?: CheckMemory) => listMonths(ledger, memory).map(({ month }) => month);
const prepare = (month: Month, override: string | null = null) =>
  prepareMonth({ ledger, month, by: "Ada Obi", override }, CONTEXT);

async function checked(month: string | null = null) {
  const period = month === null ? null : monthDays(month);
  return (await checkRecords({ source: { ledger }, period, options: {}, save: false }, CONTEXT)).result;
}

async function found(month: string | null = null): Promise<string[]> {
  const { findings } = await checked(month);
  return findings.map(({ rule, walletID, payID }) => `${rule} ${walletID ?? `payID ${payID}`}`);
}

describe("an import", () => {
  test("of a row dated 2062 has no month after the other records, read or remembered", async () => {
    await importRecords(ledger, YEAR_SLIP, SALES, CONTEXT);
    expect(monthsOf()).toEqual(["2026-10", "2026-09"]);
    const memory = new CheckMemory();
    const db = openForReading(ledger);
    memory.recordsOf(db);
    closeLedger(db);
    expect(monthsOf(memory)).toEqual(["2026-10", "2026-09"]);
    expect(await found("2026-10")).toEqual(["date-ahead 2"]);
    expect((await checked()).findings[0]?.message).toContain(
      "Dated 2062-10-02 11:00:00 UTC, which cannot be: the pull that brought it was at 2026-11-28 12:00:00 UTC.",
    );
  });

  test("after another's needs no record but the newest to list the months", async () => {
    const rows = dated([
      [1000, "2026-08-01T09:00"],
      [500, "2026-09-02T11:00"],
      [700, "2026-10-04T09:00"],
    ]);
    const imported = (count: number, nowMs: number) =>
      importRecords(ledger, rows.slice(0, count), [], { ...CONTEXT, now: () => nowMs });
    await imported(1, at("2026-08-15T09:00"));
    await imported(3, at("2026-10-15T09:00"));
    const db = openForReading(ledger);
    const latestMs = at("2026-10-04T09:00");
    expect(pullsStating(db, latestMs)).toEqual([2]);
    expect(surelyCounts(latestMs, pullsStating(db, latestMs), listStampedPulls(db))).toBe(true);
    // The first import was too early for it.
    expect(surelyCounts(latestMs, [1], listStampedPulls(db))).toBe(false);
    closeLedger(db);
    expect(monthsOf()).toEqual(["2026-10", "2026-09", "2026-08"]);
  });

  test("whose only late date is an entry's payment does not show that a month is over", async () => {
    const until = (paid: string) =>
      dated([
        [1000, "2026-10-01T09:00"],
        [500, "2026-10-14T09:00", paid],
      ]);
    const notOver = "The latest time in the records is 2026-10-14 09:00:00 UTC, before the month ended";
    for (const entries of [until("2026-10-14T09:00"), until("2062-10-14T09:00")]) {
      ledger = newLedgerPath();
      const sales = salesOf(entries, ({ dateCreatedAtMs }) => dateCreatedAtMs);
      await importRecords(ledger, entries, sales, CONTEXT);
      const { obstacles } = readMonth({ ledger, month: OCTOBER }, CONTEXT);
      expect(obstacles).toContainEqual({ kind: "not-over", sentence: notOver });
      await expect(prepare(OCTOBER)).rejects.toMatchObject({ code: "CLOSE_REFUSED" });
      await expect(prepare(NOVEMBER)).rejects.toMatchObject({ code: "CLOSE_REFUSED" });
    }
    expect(await found()).toEqual(["date-ahead 2"]);
  });
});

describe("a pull from a service whose records are dated 2062", () => {
  async function pull(entries: readonly Entry[], transactions: readonly Transaction[], nowMs = NOW_MS) {
    const service = await startService({ entries, transactions });
    const address = { baseUrl: service.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
    await pullIntoLedger(
      { ledger, service: address, credentials: CANARY, history: { kind: "full" } },
      { now: () => nowMs, appVersion: "test" },
    );
  }

  test("ends the months at its own, is as of its own time, and blames no clock", async () => {
    await pull(YEAR_SLIP, SALES);
    expect(monthsOf()).toEqual(["2026-11", "2026-10", "2026-09"]);
    const whole = await checked();
    expect(whole.asOfMs).toBe(NOW_MS);
    expect(verdictOf(whole, 0)).not.toContain("clock");
    expect(await found("2026-11")).toEqual([]);
    await expect(prepare(NOVEMBER)).rejects.toMatchObject({ code: "CLOSE_REFUSED" });
  });

  test("leaves another payment of the last day in transit, and its own entry settled", async () => {
    const entries = dated([
      [1000, "2026-10-01T09:00"],
      [300, "2026-11-27T09:00"],
    ]);
    const [first, second] = salesOf(entries, ({ dateCreatedAtMs }) => dateCreatedAtMs);
    const waiting = sale(9, 70, { datePaidAtMs: NOW_MS - DAY_MS });
    await pull(entries, [{ ...first!, datePaidAtMs: at("2062-10-01T08:00") }, second!, waiting]);
    expect(await found()).toEqual(["date-ahead payID 1", "in-transit payID 9"]);
    // Paid when it was made: in September.
    expect(await found("2026-10")).toEqual(["date-ahead payID 1"]);
  });

  test("is believed where most of what it brings is dated after its clock", async () => {
    await pull(YEAR_SLIP, SALES, at("2001-01-01T00:00"));
    expect(await found()).toEqual(["out-of-order 3"]);
    expect(verdictOf(await checked(), 0)).toContain(
      "The clock was slow at pull 1: it showed 2001-01-01 00:00:00 UTC, but most of what that pull brought is dated more than a day later.",
    );
  });

  test("a later pull with a slow clock makes nothing ahead that an earlier one had seen", async () => {
    await pull(YEAR_SLIP.slice(0, 1), SALES.slice(0, 1));
    await pull(
      dated([
        [1000, "2026-10-01T09:00"],
        [500, "2026-11-02T11:00"],
      ]),
      SALES.slice(0, 2),
      at("2026-10-20T12:00"),
    );
    expect(await found()).toEqual([]);
  });
});

test("a month with such a row is prepared, signed and proven; rows that come after it restate nothing", async () => {
  const rows = dated([
    [1000, "2026-10-01T09:00"],
    [500, "2062-10-02T11:00"],
    [700, "2026-10-04T09:00"],
    [300, "2026-10-28T09:00"],
    [100, "2026-11-12T09:00"],
    [50, "2026-11-20T09:00"],
  ]);
  const sales = salesOf(rows, ({ walletID, dateCreatedAtMs }) =>
    walletID === 2 ? at("2026-10-02T11:00") : dateCreatedAtMs,
  );
  await importRecords(ledger, rows.slice(0, 5), sales.slice(0, 5), CONTEXT);
  await signMonth(ledger, OCTOBER, CONTEXT);
  await importRecords(ledger, rows, sales, CONTEXT);
  expect(await found("2026-10")).toEqual(["date-ahead 2"]);
  expect((await checked("2026-10")).wallets).toMatchObject([{ entries: 4, closing: 2500 }]);
  expect((await listMonthsSince(ledger, CONTEXT)).find(({ month }) => month === OCTOBER)).toMatchObject({
    state: "signed-off",
    countedElsewhere: 0,
  });
  const db = openForReading(ledger);
  expect(listRestatements(db, { month: null })).toMatchObject({ closings: [] });
  closeLedger(db);
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({
    problems: [],
    signedMonths: { signed: 1, performed: 1, unproven: [] },
  });
});
