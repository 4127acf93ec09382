/** Periods by hand: what belongs to a month, what does not exist for it, and how its roll-forward ties out. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { oneTime, sale, task, wallet } from "../../../helpers/records.ts";
import { crowdPay, milestone } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";
import type { OraclePull } from "../terms.ts";

const at = (text: string) => Date.parse(`2026-${text}Z`);
const SEPTEMBER = { from: "2026-09-01", to: "2026-09-30" };
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const CHARGED = { settlementBasis: "charged" } as const;

/** Rows `[movement, time]`, walletIDs 1, 2, … */
function dated(rows: readonly (readonly [number, string])[], payref = ""): Entry[] {
  return wallet(
    rows.map(([movement]) => movement),
    (index) => ({ dateCreatedAtMs: at(rows[index]![1]), payref }),
  );
}

test("as-of is never earlier than the records or the pull before: a clock set back hides nothing", () => {
  const paid = sale(1, 100, { datePaidAtMs: Date.parse("2026-10-01T00:00:00Z") });
  const later = sale(2, 5, { datePaidAtMs: null, dateCreatedAtMs: Date.parse("2026-10-20T00:00:00Z") });
  const backAtMs = Date.parse("2001-01-01T00:00:00Z");
  const rules = (pulls: readonly Partial<OraclePull>[]) => judge({ pulls }).findings.map(({ rule }) => rule);
  expect(rules([{ transactions: [paid, later], atMs: backAtMs }])).toEqual(["paid-without-entry"]);
  const before = { transactions: [paid], atMs: Date.parse("2026-10-20T00:00:00Z") };
  expect(rules([before, { transactions: [paid], atMs: backAtMs }])).toEqual(["paid-without-entry"]);
  expect(rules([{ transactions: [paid], atMs: backAtMs }])).toEqual(["in-transit"]);
});

describe("the roll-forward", () => {
  const entries = dated([
    [100, "09-10T00:00:00"],
    [20, "10-05T00:00:00"],
    [-50, "10-06T00:00:00"],
    [5, "11-02T00:00:00"],
  ]);
  const rolled = (period: typeof OCTOBER, list = entries) => {
    const [first] = judge({ entries: list, period }).wallets;
    return [
      first?.entries,
      first?.opening,
      first?.inflow,
      first?.outflow,
      first?.breakDifference,
      first?.closing,
    ];
  };

  test("October: 100 + 20 − 50 + 0 = 70", () => {
    expect(rolled(OCTOBER)).toEqual([2, 100, 20, 50, 0, 70]);
  });

  test("a break of 7 in October: 100 + 20 − 50 + 7 = 77, and November opens at the 77 stated", () => {
    const shifted = entries.map((one) => (one.walletID >= 3 ? { ...one, balance: one.balance + 7 } : one));
    expect(rolled(OCTOBER, shifted)).toEqual([2, 100, 20, 50, 7, 77]);
    expect(rolled(NOVEMBER, shifted)).toEqual([1, 77, 5, 0, 0, 82]);
  });

  test("a month without entries opens and closes at the balance before it, or at the one that the first entry implies", () => {
    expect(rolled({ from: "2026-12-01", to: "2026-12-31" })).toEqual([0, 75, 0, 0, 0, 75]);
    expect(rolled({ from: "2026-08-01", to: "2026-08-31" })).toEqual([0, 0, 0, 0, 0, 0]);
    expect(rolled({ from: "2026-08-01", to: "2026-08-31" }, entries.slice(1))).toEqual([
      0, 100, 0, 0, 0, 100,
    ]);
  });
});

test("an entry dated back to September after one of October is October's: 30 comes in October, 10 in September", () => {
  const entries = dated([
    [10, "09-10T00:00:00"],
    [10, "10-01T00:00:00"],
    [20, "09-20T00:00:00"],
  ]);
  expect(judge({ entries, period: SEPTEMBER }).wallets).toMatchObject([
    { entries: 1, inflow: 10, closing: 10 },
  ]);
  const october = judge({ entries, period: OCTOBER });
  expect(october.wallets).toMatchObject([{ entries: 2, opening: 10, inflow: 30, closing: 40 }]);
  expect(rulesOf(october)).toEqual(["out-of-order 3"]);
});

describe("days are those of the zone", () => {
  const counted = (time: string, timeZone: string, period = OCTOBER) =>
    judge({ entries: dated([[10, time]]), period }, { timeZone }).counts.entries;

  test("23:00 UTC on 30 September is 1 October in Lagos (UTC+1), a second earlier is not", () => {
    expect(counted("09-30T23:00:00", "Africa/Lagos")).toBe(1);
    expect(counted("09-30T22:59:59", "Africa/Lagos")).toBe(0);
    expect(counted("09-30T23:00:00", "UTC")).toBe(0);
  });

  test("31 October ends in Berlin at 23:00 UTC, after summer time has ended on the 25th", () => {
    expect(counted("10-31T22:59:59", "Europe/Berlin")).toBe(1);
    expect(counted("10-31T23:00:00", "Europe/Berlin")).toBe(0);
  });

  test("6 September begins in Santiago at 01:00, 04:00 UTC: its midnight is skipped", () => {
    const day = { from: "2026-09-06", to: "2026-09-06" };
    expect(counted("09-06T03:59:59", "America/Santiago", day)).toBe(0);
    expect(counted("09-06T04:00:00", "America/Santiago", day)).toBe(1);
  });
});

describe("as at the period's end", () => {
  test("the next row is October's, so September cannot know that only its last balance is misstated by 9", () => {
    const rows = dated([
      [100, "09-10T00:00:00"],
      [10, "09-30T00:00:00"],
      [10, "10-01T00:00:00"],
    ]);
    const entries = rows.map((one) => (one.walletID === 2 ? { ...one, balance: one.balance + 9 } : one));
    const causes = (period: typeof OCTOBER) => judge({ entries, period }).findings.map(({ cause }) => cause);
    expect(causes(SEPTEMBER)).toEqual(["missing-entry"]);
    expect(causes(OCTOBER)).toEqual(["recovery"]);
  });

  test("later payments do not exist: an entry of September for what was paid in October", () => {
    const entries = dated([[100, "09-20T00:00:00"]], "PAY-1");
    const fields = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("10-02T00:00:00") };
    const transactions = [sale(1, 100, fields)];
    expect(rulesOf(judge({ entries, transactions, period: SEPTEMBER }, CHARGED))).toEqual([
      "entry-for-unpaid 1",
    ]);
    expect(rulesOf(judge({ entries, transactions, period: OCTOBER }, CHARGED))).toEqual([]);
  });

  test("later entries do not exist: of 100, 60 came in September, 40 in October, and was entered again then", () => {
    const fields = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("09-20T00:00:00") };
    const entries = dated(
      [
        [60, "09-21T00:00:00"],
        [40, "10-02T00:00:00"],
        [40, "10-03T00:00:00"],
      ],
      "PAY-1",
    );
    const said = (period: typeof OCTOBER) =>
      rulesOf(judge({ entries, transactions: [sale(1, 100, fields)], period }, CHARGED));
    expect([said(SEPTEMBER), said(OCTOBER)]).toEqual([["amount-mismatch PAY-1"], ["duplicate-entry 3"]]);
  });

  test("later completions do not exist: 60 is due in September, 100 once the other 40 is completed in October", () => {
    const tasks = [
      task(60, { dateCompletedAtMs: at("09-20T00:00:00") }),
      task(40, { dateCompletedAtMs: at("10-20T00:00:00") }),
    ];
    const fields = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("09-02T00:00:00") };
    const transactions = [milestone(1, tasks, {}, fields)];
    const entries = dated([[60, "09-21T00:00:00"]], "PAY-1");
    expect(judge({ entries, transactions, period: SEPTEMBER }, CHARGED).findings).toEqual([]);
    const whole = judge({ entries, transactions }, CHARGED);
    expect(whole.findings).toMatchObject([{ rule: "amount-mismatch", expected: 100, actual: 60 }]);
  });

  test("a task of 40 completed in September's last millisecond is due in September, one a millisecond later in October", () => {
    const fields = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("09-02T00:00:00") };
    const entries = dated([[100, "09-21T00:00:00"]], "PAY-1");
    const done = task(60, { dateCompletedAtMs: at("09-20T00:00:00") });
    const said = (completed: string, laterPulls: readonly Partial<OraclePull>[], others = [done]) => {
      const last = 100 - others.reduce((sum, { taskamount }) => sum + taskamount, 0);
      const tasks = [...others, task(last, { dateCompletedAtMs: at(completed) })];
      const pulls = [{ entries, transactions: [milestone(1, tasks, {}, fields)] }, ...laterPulls];
      return judge({ pulls, period: SEPTEMBER }, CHARGED).findings.map((one) => [one.rule, one.atStake]);
    };
    expect(said("09-30T23:59:59.999", [])).toEqual([]);
    expect(said("10-01T00:00:00", [])).toEqual([["amount-mismatch", 40]]);
    // Without another task, nothing is due before.
    expect(said("09-30T23:59:59.999", [], [])).toEqual([]);
    expect(said("10-01T00:00:00", [], [])).toEqual([["amount-mismatch", 100]]);
    // Absent from a later pull, what it expected at the month's end is at stake.
    const vanished = [{ entries, transactions: [] }];
    expect(said("09-30T23:59:59.999", vanished)).toContainEqual(["transaction-vanished", 100]);
    expect(said("10-01T00:00:00", vanished)).toContainEqual(["transaction-vanished", 60]);
  });

  test("as-of is the period's end when the pull came later: a payment of the 29th is in transit on the 30th", () => {
    const fields = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("09-29T00:00:00") };
    const example = { transactions: [sale(1, 100, fields)], pulledAtMs: at("12-01T00:00:00") };
    const september = judge({ ...example, period: SEPTEMBER }, CHARGED);
    expect(september.asOfMs).toBe(at("10-01T00:00:00") - 1);
    expect(rulesOf(september)).toEqual(["in-transit PAY-1"]);
    expect(rulesOf(judge({ ...example, period: OCTOBER }, CHARGED))).toEqual(["paid-without-entry PAY-1"]);
  });
});

describe("the month of a finding", () => {
  const dates = { dateCreatedAtMs: at("09-01T00:00:00"), datePaidAtMs: at("09-10T00:00:00") };
  const anchor = dated([[1, "08-01T00:00:00"]]);

  test("what is outstanding stays until it is cleared: missing in September and October, settled in November", () => {
    const [first] = anchor;
    const cleared = { ...first!, walletID: 2, debit: 100, balance: 101, payref: "PAY-1" };
    const entries = [first!, { ...cleared, dateCreatedAtMs: at("11-05T00:00:00") }];
    const said = (period: typeof OCTOBER) =>
      rulesOf(judge({ entries, transactions: [sale(1, 100, dates)], period }, CHARGED));
    expect(said({ from: "2026-08-01", to: "2026-08-31" })).toEqual([]);
    expect(said(SEPTEMBER)).toEqual(["paid-without-entry PAY-1"]);
    expect(said(OCTOBER)).toEqual(["paid-without-entry PAY-1"]);
    expect(said(NOVEMBER)).toEqual([]);
  });

  test("an orphan of September is outstanding in October, a zero movement of September is not", () => {
    const entries = dated([[0, "09-10T00:00:00"]], "PAY-9");
    expect(rulesOf(judge({ entries, period: OCTOBER }))).toEqual(["orphan-payref 1"]);
    expect(rulesOf(judge({ entries, period: SEPTEMBER }))).toEqual(["no-movement 1", "orphan-payref 1"]);
  });

  test("a transaction's is its payment's month and its entries': the wrong 90 is in September and October", () => {
    const rows = dated(
      [
        [40, "09-11T00:00:00"],
        [50, "10-11T00:00:00"],
      ],
      "PAY-1",
    );
    const wrong = sale(1, 100, { ...dates, isFlagged: 1, detail: oneTime({ payref: "PAY-1", amount: 100 }) });
    const said = (period: typeof OCTOBER) =>
      judge({ entries: rows, transactions: [wrong], period }, CHARGED).findings;
    expect(said(SEPTEMBER)).toMatchObject([
      { rule: "amount-mismatch", actual: 40 },
      { rule: "settled-flagged" },
    ]);
    expect(said(OCTOBER)).toMatchObject([
      { rule: "amount-mismatch", actual: 90 },
      { rule: "settled-flagged" },
    ]);
    expect(said(NOVEMBER)).toEqual([]);
  });

  test("an unpaid one's is the month it was created in", () => {
    const odd = sale(1, 100, { ...dates, datePaidAtMs: null, payableamount: 99 });
    expect(rulesOf(judge({ transactions: [odd], period: SEPTEMBER }))).toEqual(["payable-sum PAY-1"]);
    expect(rulesOf(judge({ transactions: [odd], period: OCTOBER }))).toEqual([]);
  });

  test("what a crowd-pay has raised carries no date, but it cannot be missing before it was created", () => {
    const transactions = [crowdPay(1, 900, 70, { dateCreatedAtMs: at("10-05T00:00:00") })];
    const said = (period: typeof OCTOBER) =>
      rulesOf(judge({ entries: anchor, transactions, period }, CHARGED));
    expect(said(SEPTEMBER)).toEqual([]);
    expect(said(OCTOBER)).toEqual(["paid-without-entry PAY-1"]);
    expect(said(NOVEMBER)).toEqual(["paid-without-entry PAY-1"]);
  });

  test("nor can it explain an entry that is missing then: 70 jump in September", () => {
    const rows = dated([
      [1, "09-01T00:00:00"],
      [1, "09-02T00:00:00"],
    ]);
    const entries = rows.map((one) => (one.walletID === 2 ? { ...one, balance: 72 } : one));
    const transactions = [crowdPay(1, 900, 70, { dateCreatedAtMs: at("10-05T00:00:00") })];
    const candidates = (period: typeof OCTOBER | null) =>
      judge({ entries, transactions, ...(period === null ? {} : { period }) }, CHARGED).findings[0]
        ?.candidates;
    expect(candidates(SEPTEMBER)).toEqual([]);
    expect(candidates(null)).toEqual(["PAY-1"]);
  });
});
