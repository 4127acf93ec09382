/** Payref rules by hand: the numbers are worked out beside each example. */
import { describe, expect, test } from "vitest";
import type { SettlementBasis } from "../../../../src/core/options.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { OCTOBER_MS, oneTime, sale, task, wallet } from "../../../helpers/records.ts";
import { crowdPay, milestone, saleWithFees } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";

const LATER = { pulledAtMs: Date.UTC(2027, 0, 1) };
const CHARGED = { settlementBasis: "charged" } as const;

type Rows = readonly (readonly [number, string])[];

/** A wallet that starts with 1,000 and then has the rows `[movement, payref]` as walletIDs 2, 3, … */
function tied(rows: Rows = []) {
  const all = [[1000, ""] as const, ...rows];
  return wallet(
    all.map(([movement]) => movement),
    (at) => ({ payref: all[at]![1] }),
  );
}

function judged(rows: Rows, transactions: readonly Transaction[], options = {}) {
  return judge({ entries: tied(rows), transactions, ...LATER }, { ...CHARGED, ...options });
}

describe("the expected inflow of a seller", () => {
  const oneTimeSale = saleWithFees(1, 100, { escrow: 5, tax: 2 });
  const halfDone = milestone(1, [task(60), task(40, { isComplete: 0 })], { escrow: 5, tax: 2 });
  const raised = crowdPay(1, 900, 70, { taxfee: 2, payableamount: 902 });
  test.each<[string, Transaction, SettlementBasis, number]>([
    ["one-time, charged 100", oneTimeSale, "charged", 100],
    ["one-time, 100 − 5", oneTimeSale, "less-escrow", 95],
    ["one-time, 100 − 5 − 2", oneTimeSale, "less-fees", 93],
    ["one-time, payable 107", oneTimeSale, "payable", 107],
    ["milestone, 60 of 100 done", halfDone, "charged", 60],
    ["milestone, 60 − 5", halfDone, "less-escrow", 55],
    ["milestone, 60 − 5 − 2", halfDone, "less-fees", 53],
    ["milestone, 60 + 5 + 2", halfDone, "payable", 67],
    ["crowd-pay, 70 of 900 raised", raised, "charged", 70],
    ["crowd-pay, 70 − 0 − 2", raised, "less-fees", 68],
    ["crowd-pay, 70 + 0 + 2", raised, "payable", 72],
  ])("%s", (_, transaction, settlementBasis, expected) => {
    expect(rulesOf(judged([[expected, "PAY-1"]], [transaction], { settlementBasis }))).toEqual([]);
    const { findings } = judged([[expected + 1, "PAY-1"]], [transaction], { settlementBasis });
    expect(findings).toMatchObject([
      { rule: "amount-mismatch", expected, actual: expected + 1, difference: 1, kind: "over" },
    ]);
  });

  test("expects nothing without a complete task or money raised, fees or not; 5 for nothing is too much", () => {
    const transactions = [
      milestone(1, [task(60, { isComplete: 0 })], { escrow: 5 }),
      crowdPay(2, 900, 0, { datePaidAtMs: OCTOBER_MS }),
    ];
    expect(rulesOf(judged([], transactions, { settlementBasis: "less-fees" }))).toEqual([]);
    expect(judged([[5, "PAY-1"]], transactions).findings).toMatchObject([
      { rule: "amount-mismatch", payID: 1, expected: 0, actual: 5, kind: "over" },
    ]);
  });

  test("a crowd-pay that states 5 less than nothing as raised expects 5 out", () => {
    const transactions = [crowdPay(1, 900, -5, { datePaidAtMs: OCTOBER_MS })];
    expect(rulesOf(judged([[-5, "PAY-1"]], transactions))).toEqual([]);
  });

  test("anyone else pays payableamount out, 107, whatever is done and whatever the basis", () => {
    const buyer = { traderStatus: "BUYER" };
    const transactions = [
      { ...oneTimeSale, ...buyer },
      milestone(2, [task(7, { isComplete: 0 })], {}, buyer),
    ];
    const rows: Rows = [
      [-107, "PAY-1"],
      [-7, "PAY-2"],
    ];
    expect(rulesOf(judged(rows, transactions, { settlementBasis: "less-fees" }))).toEqual([]);
  });

  test("what someone else puts into a crowd-pay is unknown: 3 is as good as 900, and none at all", () => {
    const contribution = crowdPay(1, 900, 70, { traderStatus: "buyer" });
    expect(rulesOf(judged([[-3, "PAY-1"]], [contribution]))).toEqual([]);
    expect(rulesOf(judged([], [contribution]))).toEqual([]);
  });
});

describe("the basis", () => {
  test("a tie goes to the first in the table: 95 and 107 once each is less-escrow", () => {
    const fees = { escrow: 5, tax: 2 };
    const transactions = [saleWithFees(1, 100, fees), saleWithFees(2, 100, fees)];
    const rows: Rows = [
      [107, "PAY-1"],
      [95, "PAY-2"],
    ];
    expect(judged(rows, transactions, { settlementBasis: "auto" }).settlementBasis).toEqual({
      used: "less-escrow",
      source: "detected",
      votes: { charged: 0, "less-escrow": 1, "less-fees": 0, payable: 1 },
    });
  });

  test("only exact nets of paid one-time sales count for the basis: 99 within tolerance 1, a milestone and an unpaid one do not", () => {
    const transactions = [sale(1, 100), milestone(2, [task(50)]), sale(3, 100, { datePaidAtMs: null })];
    const rows: Rows = [
      [99, "PAY-1"],
      [50, "PAY-2"],
      [100, "PAY-3"],
    ];
    const result = judged(rows, transactions, { settlementBasis: "auto", tolerance: 1 });
    expect(result.settlementBasis).toEqual({
      used: "charged",
      source: "default",
      votes: { charged: 0, "less-escrow": 0, "less-fees": 0, payable: 0 },
    });
    expect(rulesOf(result)).toEqual(["entry-for-unpaid 4"]);
  });
});

describe("amounts that do not settle", () => {
  test("−100 for 100 is the wrong direction, −101 too much, −99 too little", () => {
    const kinds = [-100, -101, -99].map(
      (moved) => judged([[moved, "PAY-1"]], [sale(1, 100)]).findings[0]?.kind,
    );
    expect(kinds).toEqual(["direction", "over", "under"]);
  });

  test("several entries count by their net: 70 + 40 − 10 = 100 settles", () => {
    const rows: Rows = [
      [70, "PAY-1"],
      [40, "PAY-1"],
      [-10, "PAY-1"],
    ];
    expect(rulesOf(judged(rows, [sale(1, 100)]))).toEqual([]);
  });

  test("entered twice, 200 for 100: the second goes; 200 for 150 is an amount, no repeat", () => {
    const rows: Rows = [
      [100, "PAY-1"],
      [100, "PAY-1"],
    ];
    expect(rulesOf(judged(rows, [sale(1, 100)]))).toEqual(["duplicate-entry 3"]);
    expect(rulesOf(judged(rows, [sale(1, 99)], { tolerance: 1 }))).toEqual(["duplicate-entry 3"]);
    expect(judged(rows, [sale(1, 150)]).findings).toMatchObject([
      { rule: "repeated-movement", walletID: 3 },
      { rule: "amount-mismatch", actual: 200 },
    ]);
  });

  test("a milestone is paid in parts that may be alike: 30 + 30 for 30 is too much, and perhaps a repeat", () => {
    const rows: Rows = [
      [30, "PAY-1"],
      [30, "PAY-1"],
    ];
    expect(rulesOf(judged(rows, [milestone(1, [task(30)])]))).toEqual([
      "repeated-movement 3",
      "amount-mismatch PAY-1",
    ]);
  });

  test("reversed: +100 − 100 is serious when 100 is still due, not when unpaid, deleted, or within tolerance 100", () => {
    const rows: Rows = [
      [100, "PAY-1"],
      [-100, "PAY-1"],
    ];
    const severity = (fields: Partial<Transaction>, options = {}) =>
      judged(rows, [sale(1, 100, fields)], options).findings.find(({ rule }) => rule === "reversed")
        ?.severity;
    expect(severity({})).toBe("error");
    expect(severity({ datePaidAtMs: null })).toBe("info");
    expect(severity({ isDeleted: 1 })).toBe("info");
    expect(severity({}, { tolerance: 100 })).toBe("info");
  });

  test("two zero entries are no reversal: 0 + 0 for 100 is a repeat of nothing, and too little", () => {
    const rows: Rows = [
      [0, "PAY-1"],
      [0, "PAY-1"],
    ];
    expect(rulesOf(judged(rows, [sale(1, 100)]))).toEqual([
      "no-movement 2",
      "no-movement 3",
      "amount-mismatch PAY-1",
    ]);
  });
});

describe("entries and their transaction", () => {
  test("unpaid is reported for each entry; a deleted payment that is paid is checked all the same: 90 for 100", () => {
    const rows: Rows = [
      [60, "PAY-1"],
      [40, "PAY-1"],
      [90, "PAY-2"],
    ];
    const transactions = [sale(1, 100, { datePaidAtMs: null }), sale(2, 100, { isDeleted: 1 })];
    expect(rulesOf(judged(rows, transactions))).toEqual([
      "entry-for-unpaid 2",
      "entry-for-unpaid 3",
      "amount-mismatch PAY-2",
      "settled-deleted PAY-2",
    ]);
  });

  test("payrefs match byte for byte: space and case only suggest, composed and decomposed letters do not even suggest", () => {
    const transactions = ["Pay-1", "ÉTÉ"].map((payref, at) =>
      sale(at + 1, 100, { payref, detail: oneTime({ payref, amount: 100 }), datePaidAtMs: null }),
    );
    const rows: Rows = [
      [1, " PAY-1"],
      [1, "E\u0301TE\u0301"],
    ];
    expect(judged(rows, transactions).findings.map(({ suggestions }) => suggestions)).toEqual([
      ["Pay-1"],
      [],
    ]);
  });

  test("of two payIDs with one payref the unpaid lower one is ignored, even for settled-deleted", () => {
    const same = { payref: "PAY", detail: oneTime({ payref: "PAY", amount: 100 }), paymentURL: null };
    const transactions = [sale(1, 100, { ...same, isDeleted: 1 }), sale(2, 100, same)];
    expect(rulesOf(judged([[100, "PAY"]], transactions))).toEqual(["duplicate-payref PAY"]);
  });

  test("entries without payref are counted by action, including none", () => {
    const actions = ["API", null, "BONUS", "API"];
    const entries = wallet([1, 1, 1, 1], (at) => ({ action: actions[at]! }));
    expect(judge({ entries }).counts.noPayref).toEqual({ "": 1, API: 2, BONUS: 1 });
  });
});

describe("currency", () => {
  const business = { businessID: 7, userID: 1, name: null, currency: "NGN" };
  const user = {
    userID: 1,
    name: null,
    email: null,
    phone: null,
    country: null,
    defaultCurrency: "USD",
    businessID: 7,
  };

  test("the business's own comes before the user's; amounts in another are not compared", () => {
    const transactions = [
      sale(1, 100, { currency: "USD" }),
      sale(2, 100, { currency: "USD", businessID: 8 }),
    ];
    const example = { entries: tied([[5, "PAY-1"]]), transactions, user, businesses: [business], ...LATER };
    const result = judge(example, CHARGED);
    expect(rulesOf(result)).toEqual(["currency-mismatch PAY-1", "paid-without-entry PAY-2"]);
    expect(result.skippedRules).toEqual([]);
  });

  test("without a known currency, skips the comparison and says so", () => {
    const transactions = [sale(1, 100, { userID: 2, businessID: 8, datePaidAtMs: null })];
    const result = judge({ transactions, user, businesses: [business] });
    expect(result.findings).toEqual([]);
    expect(result.skippedRules).toEqual(["currency-mismatch"]);
  });
});
