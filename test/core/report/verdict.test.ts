import { describe, expect, test } from "vitest";
import { DAY_MS, periodOf, ZoneClock } from "../../../src/core/time.ts";
import type { Day } from "../../../src/core/time.ts";
import { verdictOf } from "../../../src/core/report/verdict.ts";
import { OCTOBER_MS, check, entry, sale, wallet } from "../../helpers/records.ts";

const verdict = (result: ReturnType<typeof check>, decimals = 0) => verdictOf(result, decimals);

/** A wallet of three entries whose second states `by` too much, and stays so. */
const shifted = (by: number, fields = {}) =>
  wallet([100, 50, 25]).map((one, at) => ({ ...one, balance: one.balance + (at === 0 ? 0 : by), ...fields }));

test("says that the clock was behind the records at the newest pull", () => {
  const pulledAtMs = Date.parse("2001-01-01T00:00:00Z");
  expect(verdict(check({ entries: wallet([100, 50]), pulledAtMs }))).toBe(
    "The whole history ties out. The clock was behind at the newest pull: it said 2001-01-01 00:00:00 UTC. " +
      "The check is as of 2026-10-01 02:00:00 UTC, which the records or an earlier pull show.",
  );
});

describe("the conclusion in one sentence", () => {
  test("of a wallet that ties out", () => {
    expect(verdict(check({ entries: wallet([100, 50]) }))).toBe("The whole history ties out.");
  });

  test("of rows that break, by their own differences alone", () => {
    expect(verdict(check({ entries: shifted(7) }))).toBe("The whole history is off by 7 at 1 row.");
    expect(verdict(check({ entries: shifted(1234) }), 2)).toBe("The whole history is off by 12.34 at 1 row.");
  });

  test("of an unapproved amount that is not in the balance", () => {
    const entries = [
      entry(1, { debit: 100, balance: 100 }),
      entry(2, { debit: 40, balance: 100, isApproved: 0 }),
    ];
    expect(verdict(check({ entries }))).toBe(
      "The whole history does not tie out yet; 1 unapproved amount (−40) not in the balance yet.",
    );
    const broken = [...entries, entry(3, { debit: 5, balance: 112 })];
    expect(verdict(check({ entries: broken }))).toBe(
      "The whole history is off by 7 at 1 of 2 breaks; the other break is 1 unapproved amount (−40) not in the balance yet.",
    );
  });

  test("of errors beside a chain that holds", () => {
    const transactions = [sale(1, 10)];
    expect(verdict(check({ entries: wallet([100]), transactions }, { cutoffDays: 0 }))).toBe(
      "The whole history: every balance follows; 1 error.",
    );
  });

  test("of a month that opens at another balance than was signed, alone and beside other errors and breaks", () => {
    const november = periodOf("2026-11-01" as Day, "2026-11-30" as Day, new ZoneClock("UTC"));
    const dated = (at: number) => ({ dateCreatedAtMs: OCTOBER_MS + (at === 0 ? 0 : 33 * DAY_MS) });
    const closings = [{ userID: 1, businessID: null, closing: 90 }];
    const october = { to: "2026-10-31" as Day, timeZone: "UTC", chainScope: "user" as const };
    const human = { signedPeriods: [{ ...october, closings }] };
    const entries = wallet([100, 50], dated);
    const opens = "November 2026 opens 10 off what was signed before";
    expect(verdict(check({ entries, human }, {}, november))).toBe(`${opens}.`);
    const unpaid = [sale(1, 10, { datePaidAtMs: OCTOBER_MS + 33 * DAY_MS })];
    expect(verdict(check({ entries, transactions: unpaid, human }, { cutoffDays: 0 }, november))).toBe(
      `${opens}; 1 other error.`,
    );
    const broken = entries.map((one, at) => ({ ...one, balance: one.balance + 7 * at }));
    expect(verdict(check({ entries: broken, human }, {}, november))).toBe(
      "November 2026 is off by 7 at 1 row; it opens 10 off what was signed before.",
    );
    const other = [1, 2].map((userID) => ({ userID, businessID: null, closing: userID === 1 ? 90 : 10 }));
    const moved = { signedPeriods: [{ ...october, closings: other }] };
    expect(verdict(check({ entries, human: moved }, {}, november))).toBe(
      "November 2026 opens with other balances than were signed before in 2 wallets, though the same in total.",
    );
  });

  test("of two currencies, each by itself", () => {
    const first = shifted(7);
    const second = shifted(9, { userID: 2 }).map((one) => ({ ...one, walletID: one.walletID + 10 }));
    const user = {
      userID: 1,
      name: "Ada",
      email: null,
      phone: null,
      country: null,
      defaultCurrency: "NGN",
      businessID: 70,
    };
    expect(verdict(check({ entries: [...first, ...second], user }))).toBe(
      "The whole history is off by 7 NGN and 9 of an unknown currency at 2 rows.",
    );
  });

  test("of breaks whose differences cancel out: the closing holds, the rows do not", () => {
    // The second row states 7 too much, the third is right again.
    const there = (fields = {}) =>
      wallet([100, 50, 25]).map((one, at) => ({
        ...one,
        balance: one.balance + (at === 1 ? 7 : 0),
        ...fields,
      }));
    expect(verdict(check({ entries: there() }))).toBe(
      "The whole history is off at 2 rows, whose differences cancel out; 14 gross, from 1 cause.",
    );
    const unpaid = { transactions: [sale(1, 10)] };
    expect(verdict(check({ entries: there(), ...unpaid }, { cutoffDays: 0 }))).toBe(
      "The whole history is off at 2 rows, whose differences cancel out; 14 gross, from 1 cause; 1 other error.",
    );
    const second = there({ userID: 2 }).map((one) => ({ ...one, walletID: one.walletID + 10 }));
    const user = { userID: 1, name: "Ada", email: null, phone: null, country: null };
    const owner = { ...user, defaultCurrency: "NGN", businessID: 70 };
    expect(verdict(check({ entries: [...shifted(9), ...second], user: owner }))).toBe(
      "The whole history is off by 9 NGN at 3 rows, where differences in an unknown currency cancel out; 9 NGN and 14 of an unknown currency gross, from 2 causes.",
    );
    expect(verdict(check({ entries: [...there(), ...second], user: owner }))).toBe(
      "The whole history is off at 4 rows, whose differences cancel out; 14 NGN and 14 of an unknown currency gross, from 2 causes.",
    );
  });

  test("of breaks that cancel in part: what is left, and what it is made of", () => {
    // 9 too much from the second row on, and on the third row alone 4 too little.
    const entries = wallet([100, 50, 25, 10]).map((one, at) => ({
      ...one,
      balance: one.balance + ([0, 9, 5, 9][at] ?? 0),
    }));
    expect(verdict(check({ entries }))).toBe(
      "The whole history is off by 9 at 3 rows; 17 gross, from 2 causes.",
    );
  });

  test("of a month without entries, and of nothing at all", () => {
    const period = periodOf("2019-01-01" as Day, "2019-01-31" as Day, new ZoneClock("UTC"));
    const later = periodOf("2027-01-01" as Day, "2027-01-31" as Day, new ZoneClock("UTC"));
    expect(verdict(check({ entries: wallet([100]) }, {}, period))).toBe(
      "January 2019 has no entries: there is nothing to tie out.",
    );
    const open = { entries: wallet([100], () => ({ payref: "PAY-NONE" })) };
    expect(verdict(check(open, {}, later))).toBe(
      "January 2027 has no entries of its own; 1 error carried from earlier months.",
    );
    const own = { ...open, transactions: [sale(1, 90, { datePaidAtMs: later.fromMs })] };
    expect(verdict(check(own, {}, later))).toBe("January 2027 has no entries of its own; 1 error.");
    expect(verdict(check({}))).toBe("The whole history has no entries: there is nothing to tie out.");
  });
});
