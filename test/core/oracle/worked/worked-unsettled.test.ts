/** Payments without entries by hand: missing, on their way, or before the history. */
import { describe, expect, test } from "vitest";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { crowdPay } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";

const LATER = { pulledAtMs: Date.UTC(2027, 0, 1) };
const CHARGED = { settlementBasis: "charged" } as const;

/** A wallet that starts at zero and holds 1,000. */
const OPEN = wallet([1000]);

describe("payments without entries", () => {
  test("the cut-off is as-of less 24 hours a day: paid exactly then is missing, a second later in transit", () => {
    const paid = (payID: number, datePaidAtMs: number) => sale(payID, 100, { datePaidAtMs });
    const transactions = [paid(1, OCTOBER_MS + 48 * HOUR_MS), paid(2, OCTOBER_MS + 48 * HOUR_MS + 1000)];
    const { findings } = judge(
      { entries: OPEN, transactions, pulledAtMs: OCTOBER_MS + 72 * HOUR_MS },
      { ...CHARGED, cutoffDays: 1 },
    );
    expect(findings).toMatchObject([
      { rule: "paid-without-entry", payID: 1, expected: 100 },
      { rule: "in-transit", payID: 2, severity: "info" },
    ]);
  });

  test("files have no clock: their latest time, an entry's 2026-10-10, replaces it", () => {
    const atMs = Date.UTC(2026, 9, 10);
    const entries = OPEN.map((one) => ({ ...one, datePaidAtMs: atMs }));
    const transactions = [sale(1, 100, { datePaidAtMs: Date.UTC(2026, 9, 7) })];
    const result = judge({ entries, transactions }, CHARGED);
    expect(result.asOfMs).toBe(atMs);
    expect(rulesOf(result)).toEqual(["paid-without-entry PAY-1"]);
  });

  test("a crowd-pay that raised 70 is paid without a date, and never in transit", () => {
    const result = judge(
      { entries: OPEN, transactions: [crowdPay(1, 900, 70)], pulledAtMs: OCTOBER_MS },
      CHARGED,
    );
    expect(rulesOf(result)).toEqual(["paid-without-entry PAY-1"]);
  });
});

describe("before the history, which starts at 500 on 2026-10-01 02:00", () => {
  const entries = wallet([500, 10]).slice(1);
  const start = entries[0]!.dateCreatedAtMs;
  const result = (fields: Partial<Transaction>, transactionFields = entries) =>
    rulesOf(judge({ entries: transactionFields, transactions: [sale(1, 100, fields)], ...LATER }, CHARGED));

  test("paid a second before is reported apart, paid then is missing", () => {
    const created = { dateCreatedAtMs: start };
    expect(result({ ...created, datePaidAtMs: start - 1000 })).toEqual([
      "opening-balance 2",
      "before-history PAY-1",
    ]);
    expect(result({ ...created, datePaidAtMs: start })).toEqual([
      "opening-balance 2",
      "paid-without-entry PAY-1",
    ]);
  });

  test("created a second before: its amounts are not checked, as there may be entries before", () => {
    const early = { dateCreatedAtMs: start - 1000, datePaidAtMs: start };
    expect(result(early)).toEqual(["opening-balance 2"]);
    const part = entries.map((one) => ({ ...one, payref: "PAY-1" }));
    expect(result(early, part)).toEqual(["opening-balance 2"]);
    expect(result({ ...early, dateCreatedAtMs: start }, part)).toEqual([
      "opening-balance 2",
      "amount-mismatch PAY-1",
    ]);
  });

  test("ignores another user's payment", () => {
    const early = { userID: 2, dateCreatedAtMs: start - 2000, datePaidAtMs: start - 1000 };
    expect(result(early)).toEqual(["opening-balance 2", "paid-without-entry PAY-1"]);
  });
});
