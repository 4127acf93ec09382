/** Dates that cannot be: which they are, and that no other record counts elsewhere because of them. */
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { type PeriodRequest, resolvePeriod } from "../../../src/core/reconcile/input/asked-period.ts";
import { countedInput, countedTimes } from "../../../src/core/reconcile/input/counted-dates.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../src/core/reconcile/input/result.ts";
import { verdictOf } from "../../../src/core/words/verdict.ts";
import { DAY_MS, type Day, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { type Records, columnsOf } from "../../helpers/columns.ts";
import { caseFrom } from "../oracle/cases/cases.ts";
import {
  HOUR_MS,
  OCTOBER_MS,
  check,
  entry,
  found,
  milestone,
  sale,
  sha256,
  task,
  wallet,
} from "../../helpers/records.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const OCTOBER = monthOf("2026-10");
const NOVEMBER = monthOf("2026-11");

function monthOf(month: string) {
  return periodOf(`${month}-01` as Day, monthDays(month)!.to, new ZoneClock("UTC"));
}

/** Rows `[movement, time, payref]`, walletIDs 1, 2, …, paid when they were made. */
function dated(rows: readonly (readonly [number, string, string?])[]): Entry[] {
  return wallet(
    rows.map(([movement]) => movement),
    (index) => {
      const [, time, payref = ""] = rows[index]!;
      return { dateCreatedAtMs: at(time), datePaidAtMs: at(time), payref };
    },
  );
}

/** A paid sale, made on 30 September. */
function paid(payID: number, amount: number, time: string, fields: Partial<Transaction> = {}): Transaction {
  const dates = { dateCreatedAtMs: at("2026-09-30T09:00"), datePaidAtMs: at(time) };
  return sale(payID, amount, { payref: `P${payID}`, ...dates, ...fields });
}

/** Row 3 is dated 3 December instead of 3 October. */
const MONTH_SLIP = {
  entries: dated([
    [1000, "2026-10-01T09:00", "P1"],
    [500, "2026-10-02T11:00", "P2"],
    [-200, "2026-12-03T09:00"],
    [700, "2026-10-04T09:00", "P4"],
    [300, "2026-10-28T09:00", "P5"],
    [100, "2026-11-12T09:00", "P6"],
  ]),
  transactions: [
    paid(1, 1000, "2026-10-01T08:00"),
    paid(2, 500, "2026-10-02T10:00"),
    paid(4, 700, "2026-10-04T08:00"),
    paid(5, 300, "2026-10-20T08:00"),
    paid(6, 100, "2026-11-12T08:00"),
  ],
};

/** Row 2 is dated 2062 instead of 2026; only one row follows. */
const YEAR_SLIP = {
  entries: dated([
    [1000, "2026-10-01T09:00", "P1"],
    [500, "2062-10-02T11:00", "P2"],
    [700, "2026-10-04T09:00", "P4"],
  ]),
  transactions: [
    paid(1, 1000, "2026-10-01T08:00"),
    paid(2, 500, "2026-10-02T10:00"),
    paid(4, 700, "2026-10-04T08:00"),
  ],
};

function datesAhead({ findings }: CheckResult) {
  return findings.filter(({ rule }) => rule === "date-ahead");
}

function figuresOf({ wallets: [first] }: CheckResult) {
  return [first?.entries, first?.opening, first?.inflow, first?.outflow, first?.closing];
}

describe("one row dated two months late", () => {
  test("is the only finding, on that row, in the month in which the rows beside it are", () => {
    const october = check(MONTH_SLIP, {}, OCTOBER);
    expect(found(october)).toEqual(["date-ahead 3"]);
    expect(october.findings[0]).toMatchObject({
      severity: "error",
      walletID: 3,
      fields: ["dateCreated", "datePaid"],
      atStake: 200,
      message:
        "Dated 2026-12-03 09:00:00 UTC, which cannot be: walletID 4 and 5 follow it, more than 27 days earlier. " +
        "It counts on 2026-10-02 11:00:00 UTC, as walletID 2 before it. " +
        "Its payment's date, 2026-12-03 09:00:00 UTC, does not count either.",
    });
    expect(figuresOf(october)).toEqual([5, 0, 2500, 200, 2300]);
  });

  test("leaves the month after it with its own row, which ties out", () => {
    const november = check(MONTH_SLIP, {}, NOVEMBER);
    expect(found(november)).toEqual([]);
    expect(figuresOf(november)).toEqual([1, 2300, 100, 0, 2400]);
    expect(verdictOf(november, 0)).toBe("November 2026 ties out.");
    expect(figuresOf(check(MONTH_SLIP, {}, monthOf("2026-12")))).toEqual([0, 2400, 0, 0, 2400]);
  });

  test("moves neither the as-of nor an open end of a period", () => {
    expect(check(MONTH_SLIP).asOfMs).toBe(at("2026-11-12T09:00"));
    const input = columnsOf(MONTH_SLIP, sha256);
    const open = { from: OCTOBER.from, to: null };
    expect(resolvePeriod(open, input, DEFAULT_OPTIONS)?.to).toBe("2026-11-12");
  });

  test("is found whatever order the records came in", () => {
    const turned = {
      entries: MONTH_SLIP.entries.toReversed(),
      transactions: MONTH_SLIP.transactions.toReversed(),
    };
    expect(check(turned).findings).toEqual(check(MONTH_SLIP).findings);
  });
});

describe("what follows decides", () => {
  const rows = (times: readonly string[]) => dated(times.map((time) => [10, time]));
  const aheadIn = (times: readonly string[]) =>
    datesAhead(check({ entries: rows(times) })).map(({ walletID }) => walletID);

  test.each([
    ["27 days before it is a late booking", ["10-01", "11-02", "10-06", "10-06"], []],
    ["28 days before it is a slip", ["10-01", "11-03", "10-06", "10-06"], [2]],
    ["one of the two is near", ["10-01", "11-03", "10-06", "11-01"], []],
    ["only one follows", ["10-01", "11-03", "10-06"], []],
    ["one of them is before the row that precedes it", ["10-06", "11-03", "10-05", "10-06"], []],
    ["the oldest has none before it", ["11-03", "10-05", "10-06"], [1]],
  ])("%s", (_, days, ahead) => {
    expect(aheadIn(days.map((day) => `2026-${day}T00:00`))).toEqual(ahead);
  });

  test("an oldest row counts with the one after it", () => {
    const entries = rows(["2026-12-03T00:00", "2026-10-05T00:00", "2026-10-06T00:00"]);
    const october = check({ entries }, {}, OCTOBER);
    expect(october.counts.entries).toBe(3);
    expect(october.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("It counts on 2026-10-05 00:00:00 UTC, as walletID 2 after it."),
    ]);
  });

  test("rows that are ahead one after the other count with the one before them all", () => {
    const entries = [
      ["2026-10-01T00:00", 1],
      ["2026-12-03T00:00", 2],
      ["2026-10-02T00:00", 1],
      ["2026-12-04T00:00", 2],
      ["2026-10-03T00:00", 2],
      ["2026-10-04T00:00", 2],
      ["2026-10-05T00:00", 1],
      ["2026-10-06T00:00", 1],
    ].map(([time, businessID], index) =>
      entry(index + 1, { dateCreatedAtMs: at(String(time)), businessID: Number(businessID) }),
    );
    const counted = (scope: "user" | "business") =>
      [...countedInput(columnsOf({ entries, transactions: [] }, sha256), scope).entries.dateCreatedAtMs].map(
        (atMs) => new Date(atMs).toISOString().slice(5, 10),
      );
    // By business, the two of December follow each other, and the first has another December after it.
    expect(counted("user")).toEqual(["10-01", "12-03", "10-02", "10-02", "10-03", "10-04", "10-05", "10-06"]);
    expect(counted("business")).toEqual([
      "10-01",
      "12-03",
      "10-02",
      "12-04",
      "10-03",
      "10-04",
      "10-05",
      "10-06",
    ]);
  });

  test("its payment's date goes with it up to a day before, and not earlier", () => {
    const fieldsPaid = (before: number) => {
      const entries = MONTH_SLIP.entries.map((one) =>
        one.walletID === 3 ? { ...one, datePaidAtMs: one.dateCreatedAtMs - before } : one,
      );
      return datesAhead(check({ ...MONTH_SLIP, entries }))[0]?.fields;
    };
    expect(fieldsPaid(DAY_MS)).toEqual(["dateCreated", "datePaid"]);
    expect(fieldsPaid(DAY_MS + 1)).toEqual(["dateCreated"]);
  });
});

describe("files have no clock", () => {
  test("a row dated 36 years after all others is ahead, and no other row is out of order", () => {
    const whole = check(YEAR_SLIP);
    expect(found(whole)).toEqual(["date-ahead 2"]);
    expect(whole.findings[0]?.message).toContain(
      "Dated 2062-10-02 11:00:00 UTC, which cannot be: every other record was made more than 366 days earlier. It counts on 2026-10-01 09:00:00 UTC, as walletID 1 before it.",
    );
    expect(whole.asOfMs).toBe(at("2026-10-04T09:00"));
    expect(figuresOf(check(YEAR_SLIP, {}, OCTOBER))).toEqual([3, 0, 2200, 0, 2200]);
  });

  test("366 days after the latest of the others is not, a millisecond more is", () => {
    const last = (afterMs: number) =>
      found(
        check({ entries: [entry(1), entry(2, { dateCreatedAtMs: entry(1).dateCreatedAtMs + afterMs })] }),
      );
    expect(last(366 * DAY_MS)).not.toContain("date-ahead 2");
    expect(last(366 * DAY_MS + 1)).toContain("date-ahead 2");
  });

  test("an entry whose payment alone is dated 2062 keeps its own date", () => {
    const entries = MONTH_SLIP.entries.map((one) =>
      one.walletID === 3
        ? { ...one, dateCreatedAtMs: at("2026-10-03T09:00"), datePaidAtMs: at("2062-10-03T09:00") }
        : one,
    );
    const result = check({ ...MONTH_SLIP, entries });
    expect(datesAhead(result)).toMatchObject([
      {
        walletID: 3,
        fields: ["datePaid"],
        message:
          "Its payment's date, 2062-10-03 09:00:00 UTC, cannot be: every other record was made more than 366 days earlier. It does not count.",
      },
    ]);
    expect(result.asOfMs).toBe(at("2026-11-12T09:00"));
  });

  test("a single record says nothing of itself", () => {
    expect(found(check({ entries: [entry(1, { dateCreatedAtMs: at("2062-10-02T11:00") })] }))).toEqual([
      "no-movement 1",
    ]);
  });
});

describe("a payment dated 2062", () => {
  const entries = dated([
    [1000, "2026-10-01T09:00", "P1"],
    [0, "2026-10-31T09:00"],
  ]);
  const typo = { datePaidAtMs: at("2062-10-01T08:00") };

  test("counts as paid when it was made, so its entry is not one for an unpaid transaction", () => {
    const transactions = [paid(1, 1000, "2026-10-01T08:00", typo), paid(2, 50, "2026-10-31T08:00")];
    for (const period of [null, OCTOBER]) {
      const result = check({ entries, transactions }, {}, period);
      expect(found(result)).toEqual(["no-movement 2", "date-ahead payID 1", "in-transit payID 2"]);
      expect(datesAhead(result)[0]).toMatchObject({
        severity: "error",
        walletID: null,
        payref: "P1",
        fields: ["datePaid"],
        atStake: 0,
      });
    }
    const message = check({ entries, transactions }).findings[1]?.message;
    expect(message).toContain("It counts as paid on 2026-09-30 09:00:00 UTC, when it was made.");
  });

  test("stands among the findings on its payID, after those on entries", () => {
    const transactions = [paid(1, 999, "2026-10-01T08:00", typo)];
    const late = wallet([5], () => ({ dateCreatedAtMs: at("2061-01-01T00:00") })).map((one) => ({
      ...one,
      walletID: 3,
      balance: 1005,
    }));
    expect(found(check({ entries: [...entries, ...late], transactions }))).toEqual([
      "no-movement 2",
      "date-ahead 3",
      "amount-mismatch payID 1",
      "date-ahead payID 1",
    ]);
  });

  test("made after the records counts as made at no known time", () => {
    const dateCreatedAtMs = at("2062-10-01T08:00");
    const transactions = [
      paid(1, 1000, "2026-10-01T08:00", { dateCreatedAtMs }),
      paid(2, 5, "2026-10-01T08:00"),
    ];
    const result = check({ entries, transactions });
    expect(datesAhead(result)).toMatchObject([{ payID: 1, fields: ["dateCreated"] }]);
    expect(found(result)).not.toContain("before-created 1");
  });

  test("and made then, too, is still paid: its entry is for a payment, and without one it is missing", () => {
    const foundWith = (payref: string) => {
      const times = { dateCreatedAtMs: at("2062-10-01T07:00"), datePaidAtMs: at("2062-10-01T08:00") };
      return check({ entries, transactions: [paid(1, 1000, "2062-10-01T08:00", { ...times, payref })] });
    };
    const result = foundWith("P1");
    expect(found(result)).toEqual(["no-movement 2", "date-ahead payID 1"]);
    expect(found(foundWith("P2"))).toEqual([
      "orphan-payref 1",
      "no-movement 2",
      "date-ahead payID 1",
      "paid-without-entry payID 1",
    ]);
    expect(datesAhead(result)[0]?.message).toContain("It counts as paid at a time that nothing tells.");
  });
});

describe("a pull has a clock", () => {
  const pulledAtMs = at("2026-11-28T12:00");
  const pulled = (records: Pick<Records, "entries" | "transactions">) => check({ ...records, pulledAtMs });

  test("a date more than a day after the pull is ahead, one up to a day is not", () => {
    const last = (afterMs: number) => {
      const late = entry(7, { dateCreatedAtMs: pulledAtMs + afterMs, balance: 2400 });
      return found(pulled({ ...MONTH_SLIP, entries: [...MONTH_SLIP.entries, late] }));
    };
    expect(last(DAY_MS)).toEqual(["date-ahead 3", "no-movement 7"]);
    expect(last(DAY_MS + 1)).toEqual(["date-ahead 3", "date-ahead 7", "no-movement 7"]);
  });

  test("the as-of is the pull's, whatever a record says", () => {
    expect(pulled(YEAR_SLIP)).toMatchObject({ asOfMs: pulledAtMs });
    expect(verdictOf(pulled(YEAR_SLIP), 0)).toBe(
      "The whole history: every balance follows, but there is 1 error.",
    );
  });

  test("half of its records are ahead; of more than half none is, and its clock was slow", () => {
    const entries = (late: number) =>
      wallet([5, 5, 5, 5], (index) => ({
        dateCreatedAtMs: index >= 4 - late ? pulledAtMs + 2 * DAY_MS : OCTOBER_MS + index * HOUR_MS,
      }));
    expect(found(pulled({ entries: entries(2), transactions: [] }))).toEqual([
      "date-ahead 3",
      "date-ahead 4",
    ]);
    const slow = pulled({ entries: entries(3), transactions: [] });
    expect(found(slow)).toEqual([]);
    expect(verdictOf(slow, 0)).toBe(
      "The whole history ties out. The clock was slow at pull 1: it showed 2026-11-28 12:00:00 UTC, but most of what that pull brought is dated more than a day later. The check is as of 2026-11-30 12:00:00 UTC.",
    );
  });
});

test("records whose dates all can be are checked as they are, without a copy", () => {
  const input = columnsOf({ entries: wallet([1, 2, 3]), transactions: [sale(1, 5)] }, sha256);
  expect(countedInput(input, "user")).toBe(input);
  expect(countedInput(input, "business")).toBe(input);
});

test("all else is as if the records had the dates by which they count, for any records, periods and options", () => {
  let held = 0;
  for (let seed = 1; seed <= timesOf(1200, 6000); seed += 1) {
    const { pulls, user, businesses, options, period, matches } = caseFrom(seed);
    const [pull] = pulls;
    if (pulls.length > 1 || pull === undefined) continue;
    const { entries, transactions } = { entries: pull.entries ?? [], transactions: pull.transactions ?? [] };
    const around = { user, businesses, pulledAtMs: pull.atMs, human: { matches } };
    const input = columnsOf({ ...around, entries, transactions }, sha256);
    const { repeatedEntries, repeatedTransactions } = input.history;
    const ahead = input.ahead[options.chainScope];
    // Copies of one record make one row.
    if (repeatedEntries.length + repeatedTransactions.length > 0) continue;
    if (ahead.entries.length + ahead.transactions.length === 0) continue;
    const counted = countedInput(input, options.chainScope);
    // No record can say that it was paid and not when.
    if ((counted.transactions.paidUndated?.size ?? 0) > 0) continue;
    const isPaidAhead = new Set(
      ahead.entries.flatMap(({ id, dates }) => (dates.some(({ field }) => field === "datePaid") ? [id] : [])),
    );
    const known = (atMs: number | undefined) => (atMs === undefined || Number.isNaN(atMs) ? null : atMs);
    const corrected = columnsOf(
      {
        ...around,
        entries: entries.map((one, row) => ({
          ...one,
          dateCreatedAtMs: counted.entries.dateCreatedAtMs[row]!,
          datePaidAtMs: isPaidAhead.has(one.walletID) ? null : one.datePaidAtMs,
        })),
        transactions: transactions.map((one, row) => ({
          ...one,
          dateCreatedAtMs: known(counted.transactions.dateCreatedAtMs[row]),
          datePaidAtMs: known(counted.transactions.datePaidAtMs[row]),
        })),
      },
      sha256,
    );
    const left = corrected.ahead[options.chainScope];
    if (left.entries.length + left.transactions.length > 0) continue;
    const days =
      period === null
        ? null
        : periodOf(period.from as Day, period.to as Day, new ZoneClock(options.timeZone));
    const concluded = (of: typeof input) => {
      try {
        const { findings, wallets, asOfMs, convention, settlementBasis, entryOutcomes, causes } = reconcile(
          of,
          options,
          {
            period: days,
            sha256,
          },
        );
        const others = findings.filter(({ rule }) => rule !== "date-ahead");
        return { others, wallets, asOfMs, convention, settlementBasis, entryOutcomes, causes };
      } catch (error) {
        if (error instanceof TieoutError && error.code === "SUM_OVERFLOW") return null;
        throw error;
      }
    };
    expect(concluded(input), `seed ${seed}`).toEqual(concluded(corrected));
    held += 1;
  }
  expect(held).toBeGreaterThan(timesOf(60, 300));
});

test("an entry that says a time which cannot be counts at another, and at a time that it says else as it says", () => {
  const input = columnsOf({ entries: MONTH_SLIP.entries, transactions: [] }, sha256);
  const counted = countedTimes(input);
  expect(counted("user", 3, at("2026-12-03T09:00"))).toBe(at("2026-10-02T11:00"));
  expect(counted("user", 3, at("2026-10-03T09:00"))).toBe(at("2026-10-03T09:00"));
  expect(counted("user", 4, at("2026-10-04T09:00"))).toBe(at("2026-10-04T09:00"));
});

test("an open end of a period has every task that is complete, also one after the last record, and no other", () => {
  const later = (amount: number, dateCompletedAtMs: number, isComplete = 1) =>
    task(amount, { dateCompletedAtMs, isComplete });
  const tasks = [
    task(60),
    later(40, OCTOBER_MS + 5 * DAY_MS),
    later(7, OCTOBER_MS + 6 * DAY_MS, 0),
    later(8, at("2062-10-05T12:00")),
  ];
  const records = {
    entries: wallet([60, 40], () => ({ payref: "PAY-1" })),
    transactions: [sale(1, 115, { cycle: "milestone", detail: milestone({ payref: "PAY-1", tasks }) })],
  };
  const open = { from: OCTOBER.from, to: null };
  const period = resolvePeriod(open, columnsOf(records, sha256), DEFAULT_OPTIONS);
  expect(period?.to).toBe("2026-10-06");
  expect(found(check(records, { convention: "asset" }, period))).toEqual([]);
});

test("an open end of a period has vanished records that are older or newer than all that are held", () => {
  const gone = (walletID: number, days: number) => ({
    record: entry(walletID, { debit: 5, dateCreatedAtMs: OCTOBER_MS + days * DAY_MS }),
    pulls: [1, 2] as const,
  });
  const records = {
    entries: wallet([60, 40]),
    transactions: [],
    history: { entriesVanished: [gone(0, -20), gone(9, 20), gone(10, 13_000)] },
  };
  expect(foundOpen(records, { from: null, to: OCTOBER.from })).toEqual(["entry-vanished 0"]);
  expect(foundOpen(records, { from: OCTOBER.from, to: null })).toEqual(["entry-vanished 9"]);
});

test("an open end of a period has a vanished transaction that was made before all that are held and paid after it", () => {
  const dates = { dateCreatedAtMs: at("2026-08-27T00:00"), datePaidAtMs: at("2026-11-03T00:00") };
  const history = { transactionsVanished: [{ record: sale(1, 5, dates), pulls: [1, 2] as const }] };
  // Also where nothing is held.
  for (const entries of [wallet([60, 40]), []]) {
    const records = { entries, transactions: [], history };
    expect(foundOpen(records, { from: null, to: OCTOBER.to })).toEqual(["transaction-vanished payID 1"]);
  }
});

test.each([
  ["a pull, later than every record", { pulledAtMs: at("2026-11-28T12:00") }, "2026-11-28T12:00"],
  ["an entry, paid later than any record was made", {}, "2026-10-09T09:00"],
])("a period without an end is as of %s, as the whole history is", (_, clock, asOf) => {
  const [first] = dated([[60, "2026-10-01T09:00", "P1"]]);
  const records = {
    entries: [{ ...first!, datePaidAtMs: at("2026-10-09T09:00") }],
    transactions: [paid(1, 60, "2026-10-01T08:00"), paid(2, 5, "2026-10-05T09:00")],
    ...clock,
  };
  const whole = check(records, { convention: "asset" });
  expect(whole.asOfMs).toBe(at(asOf));
  expect(found(whole)).toEqual(["paid-without-entry payID 2"]);
  expect(foundOpen(records, { from: OCTOBER.from, to: null })).toEqual(found(whole));
});

function foundOpen(records: Records, asked: PeriodRequest): string[] {
  const period = resolvePeriod(asked, columnsOf(records, sha256), DEFAULT_OPTIONS);
  return found(check(records, { convention: "asset" }, period));
}
