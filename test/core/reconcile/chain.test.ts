import { describe, expect, test } from "vitest";
import { causeWords } from "../../../src/core/words/finding.ts";
import { check, entry, found, sale, wallet } from "../../helpers/records.ts";
import type { Entry } from "../../../src/core/records/entry.ts";

/** The stated balances of a wallet changed row by row. */
function restated(entries: readonly Entry[], change: (entry: Entry, at: number) => number): Entry[] {
  return entries.map((one, at) => ({ ...one, balance: one.balance + change(one, at) }));
}

const MOVES = [1000, 200, -50, 300, -100, 70];

describe("chain breaks and their causes", () => {
  const holds = wallet(MOVES);

  test("reports nothing in a history that follows", () => {
    const result = check({ entries: holds });
    expect(found(result)).toEqual([]);
    expect(result.convention).toEqual({
      used: "asset",
      source: "detected",
      links: 5,
      breaks: { asset: 0, bank: 5 },
    });
    expect(result.wallets).toEqual([
      {
        userID: 1,
        businessID: null,
        currency: null,
        entries: 6,
        opening: 0,
        inflow: 1570,
        outflow: 150,
        breakDifference: 0,
        closing: 1420,
        tiesOut: true,
      },
    ]);
  });

  test("reports a misstated balance, then its correction", () => {
    const result = check({ entries: restated(holds, (_, at) => (at === 2 ? 9 : 0)) });
    expect(result.findings).toMatchObject([
      {
        rule: "chain-break",
        walletID: 3,
        expected: 1150,
        actual: 1159,
        difference: 9,
        cause: "misstated-balance",
      },
      { rule: "chain-break", walletID: 4, difference: -9, cause: "recovery" },
    ]);
    const [misstated, corrected] = result.findings;
    expect(misstated?.message).toMatch(
      /: only this row's stated balance is wrong\. It is 9 too high, and the next row corrects it\.$/u,
    );
    expect(corrected?.message).toMatch(/: this row corrects the row before, which was 9 too high\.$/u);
    // The key in JSON stays; people read what the row does.
    expect([misstated, corrected].map((one) => (one === undefined ? "" : causeWords(one)))).toEqual([
      "misstated balance",
      "corrects the row before",
    ]);
    expect(result.wallets[0]?.breakDifference).toBe(0);
  });

  test.each([
    ["not-applied", -300],
    ["wrong-sign", -600],
    ["applied-twice", 300],
    ["missing-entry", 41],
  ])("%s", (cause, shift) => {
    const result = check({ entries: restated(holds, (_, at) => (at >= 3 ? shift : 0)) });
    expect(result.findings).toMatchObject([{ rule: "chain-break", walletID: 4, difference: shift, cause }]);
    expect(result.wallets[0]).toMatchObject({ breakDifference: shift, tiesOut: true });
  });

  test("lists around a missing entry the gap and the payments that would fill it, nearest first", () => {
    const entries = restated(holds, (_, at) => (at >= 3 ? 41 : 0)).map((one) =>
      one.walletID >= 4 ? { ...one, walletID: one.walletID + 3 } : one,
    );
    const transactions = [
      sale(30, 41, { datePaidAtMs: 0 }),
      sale(20, 41, { datePaidAtMs: 5000 }),
      sale(40, 41, { datePaidAtMs: 5000, userID: 2 }),
      sale(50, 42, { datePaidAtMs: 5000 }),
    ];
    const result = check({
      entries,
      transactions: transactions.map((one) => ({ ...one, dateCreatedAtMs: 0 })),
    });
    expect(result.findings[0]).toMatchObject({
      cause: "missing-entry",
      candidates: ["PAY-20", "PAY-30"],
      skipped: { from: 3, to: 7, count: 3 },
    });
  });

  test("lists the five payments nearest to a missing entry, be one the oldest or the newest of all that would fill it", () => {
    const entries = restated(holds, (_, at) => (at >= 3 ? 41 : 0)).map((one) =>
      one.walletID >= 4 ? { ...one, walletID: one.walletID + 3 } : one,
    );
    const atMs = entries[3]!.dateCreatedAtMs;
    const candidates = (minutes: readonly number[]) => {
      const paid = (minute: number) => ({ datePaidAtMs: atMs + minute * 60_000, dateCreatedAtMs: 0 });
      const transactions = minutes.map((minute, index) => sale(10 + index, 41, paid(minute)));
      return check({ entries, transactions }, { cutoffDays: 0 }).findings[0]?.candidates;
    };
    expect(candidates([-1, 2, 3, 4, 5, 6, 7])).toEqual(["PAY-10", "PAY-11", "PAY-12", "PAY-13", "PAY-14"]);
    expect(candidates([1, -2, -3, -4, -5, -6, -7])).toEqual([
      "PAY-10",
      "PAY-11",
      "PAY-12",
      "PAY-13",
      "PAY-14",
    ]);
  });

  test("recognises two digits swapped", () => {
    const entries = restated(holds, (_, at) => (at === 3 ? 1540 - 1450 : 0));
    expect(check({ entries }).findings[0]).toMatchObject({
      expected: 1450,
      actual: 1540,
      transposition: true,
    });
    const other = restated(holds, (_, at) => (at === 3 ? 9 : 0));
    expect(check({ entries: other }).findings[0]).toMatchObject({ transposition: false });
  });

  test("reports an unapproved entry as pending when it is not in the balance, and mentions it when it is", () => {
    const pending = restated(holds, (_, at) => (at >= 3 ? -300 : 0)).map((one) =>
      one.walletID === 4 ? { ...one, isApproved: 0 } : one,
    );
    const result = check({ entries: pending });
    expect(found(result)).toEqual(["pending-entry 4"]);
    expect(result.wallets[0]?.breakDifference).toBe(-300);
    const inBalance = holds.map((one) => (one.walletID === 4 ? { ...one, isApproved: 0 } : one));
    expect(found(check({ entries: inBalance }))).toEqual(["unapproved-entry 4"]);
  });

  test("a gap between pulls is neither a break nor evidence", () => {
    const entries = restated(holds, (_, at) => (at >= 3 ? 41 : 0));
    const coverage = [
      { from: 1, to: 3 },
      { from: 4, to: 6 },
    ];
    const result = check({ entries, history: { coverage } });
    expect(found(result)).toEqual(["history-gap 4"]);
    expect(result.convention.links).toBe(4);
    expect(result.wallets[0]).toMatchObject({ breakDifference: 41, tiesOut: true });
  });
});

test("checks rules about one row", () => {
  const entries = [
    entry(1, { debit: 100, balance: 100 }),
    entry(2, { debit: 50, credit: 20, balance: 130 }),
    entry(3, { balance: 130 }),
    entry(4, { credit: 200, balance: -70 }),
    entry(5, { credit: 10, balance: -80 }),
    entry(6, { credit: -80, balance: 0, dateCreatedAtMs: 0 }),
  ];
  expect(found(check({ entries }, { convention: "asset" }))).toEqual([
    "both-sides 2",
    "no-movement 3",
    "negative-balance 4",
    "negative-amount 6",
    "out-of-order 6",
  ]);
});

test("puts what is below zero, and the smaller of two sides, at stake", () => {
  const entries = [
    entry(1, { debit: 100, balance: 100 }),
    entry(2, { debit: 50, credit: 20, balance: 130 }),
    entry(3, { credit: -80, debit: -30, balance: 180 }),
  ];
  const { findings } = check({ entries }, { convention: "asset" });
  const staked = findings.map(({ rule, walletID, atStake }) => [rule, walletID, atStake]);
  expect(staked).toContainEqual(["both-sides", 2, 20]);
  expect(staked).toContainEqual(["negative-amount", 3, 80]);
});

test("reports an opening that is not zero, and counts the history as capped", () => {
  const entries = wallet(MOVES).slice(2);
  const result = check({ entries });
  expect(result.findings).toMatchObject([
    { rule: "opening-balance", walletID: 3, expected: 0, actual: 1200 },
  ]);
  expect(result.capped).toBe(true);
  expect(result.wallets[0]).toMatchObject({ opening: 1200, closing: 1420, tiesOut: true });
});

test("recognises the other convention, and a full tie", () => {
  const bank = wallet(MOVES).map((one) => ({ ...one, credit: one.debit, debit: one.credit }));
  expect(check({ entries: bank }).convention).toMatchObject({ used: "bank", source: "detected" });
  expect(check({ entries: [entry(1)] }).convention).toMatchObject({
    used: "asset",
    source: "default",
    links: 0,
  });
  const one = [entry(1, { credit: 5, balance: 5 })];
  expect(check({ entries: one }).convention).toMatchObject({ used: "bank", source: "detected" });
});

test("checks chains per business, and prefers the scope with fewer breaks", () => {
  const a = wallet([100, 10, 10]).map((one, at) => ({ ...one, walletID: at * 2 + 1 }));
  const b = wallet([500, 20, 20]).map((one, at) => ({ ...one, walletID: at * 2 + 2, businessID: 8 }));
  const user = check({ entries: [...a, ...b] }, { convention: "asset" });
  expect(user.chainScope).toEqual({ used: "user", breaks: { user: 5, business: 0 } });
  const business = check({ entries: [...a, ...b] }, { convention: "asset", chainScope: "business" });
  expect(found(business)).toEqual([]);
  expect(business.wallets.map(({ businessID, closing }) => [businessID, closing])).toEqual([
    [7, 120],
    [8, 540],
  ]);
});

test("refuses a sum outside the exact integers, and names the wallet", () => {
  const entries = [
    entry(1, { debit: Number.MAX_SAFE_INTEGER, balance: Number.MAX_SAFE_INTEGER }),
    entry(2, { debit: 1, balance: 0 }),
  ];
  expect(() => check({ entries }, { convention: "asset" })).toThrow(
    expect.objectContaining({ code: "SUM_OVERFLOW", message: expect.stringContaining("wallet of user 1") }),
  );
});
