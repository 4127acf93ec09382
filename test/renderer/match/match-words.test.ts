import { describe, expect, it } from "vitest";
import type { MatchSums } from "../../../src/core/review/decisions/match-candidates.ts";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import type { TransactionRow, WalletRow } from "../../../src/renderer/bridge/protocol.ts";
import { startOf } from "../../../src/renderer/shared/record/match-start.ts";
import {
  chosenArithmetic,
  expectedOf,
  idsWords,
  lineOfEntry,
  lineOfTransaction,
  matchFaultOf,
  matchedWords,
  remainderWords,
  sumWords,
} from "../../../src/renderer/shared/decide/match-words.ts";

const ENTRY: WalletRow = {
  isChecked: true,
  currency: null,
  walletID: 77,
  dateCreatedAtMs: Date.UTC(2026, 7, 1),
  userID: 1,
  businessID: 1,
  action: "Payment",
  description: null,
  payref: "PAY-1",
  inflow: 7500,
  outflow: null,
  stated: 7500,
  expected: 7500,
  difference: 0,
  unapproved: false,
  payID: null,
  bank: null,
  inPeriod: true,
  flags: [],
};
const PAYMENT: TransactionRow = {
  payID: 12,
  payref: "PAY-2",
  cycle: "one-time",
  role: "seller",
  customer: "Ada Obi",
  currency: "NGN",
  dateCreatedAtMs: Date.UTC(2026, 6, 30),
  datePaidAtMs: Date.UTC(2026, 7, 1),
  charged: 12_500,
  escrowFee: 0,
  tax: 0,
  payable: 12_500,
  expected: 12_500,
  settled: 0,
  difference: -12_500,
  entries: 0,
  settlement: SETTLEMENT.unsettled,
  deleted: false,
  flagged: false,
  urlMismatch: false,
  inPeriod: true,
  flags: [],
};
const SECOND = { ...ENTRY, walletID: 78, inflow: 5000 };
const TIES: MatchSums = {
  chosen: 12_500,
  already: 0,
  net: 12_500,
  due: [12_500],
  expected: 12_500,
  difference: 0,
  isPaid: true,
};
const SAID = { decimals: 0, tolerance: 0 };

describe("the arithmetic of a match, written out", () => {
  it("adds up the entries, names what is expected and shows a dash where nothing is left", () => {
    const chosen = { entries: [ENTRY, SECOND], transactions: [PAYMENT], sums: TIES };
    expect(chosenArithmetic(chosen, 0).map(({ name, words }) => [name, words])).toEqual([
      ["Entries", "7,500 + 5,000 = 12,500"],
      ["Expected", "12,500"],
      ["Difference", "–"],
    ]);
    expect(remainderWords(chosen, SAID)).toBe("The entries equal the expected amount.");
  });

  it("counts entries that already settle the payment, and says what will remain and where", () => {
    const sums = { ...TIES, chosen: 5000, already: 8000, net: 13_000, difference: 500 };
    const chosen = { entries: [SECOND], transactions: [PAYMENT], sums };
    const lines = chosenArithmetic(chosen, 0);
    expect(lines.map(({ words }) => words)).toEqual([
      "5,000",
      "8,000, with the entries 13,000",
      "12,500",
      "+500",
    ]);
    expect(lines.map(({ isOff }) => isOff)).toEqual([false, false, false, true]);
    expect(remainderWords(chosen, SAID)).toBe("500 will remain as an amount mismatch on payID 12.");
    expect(remainderWords(chosen, { decimals: 2, tolerance: 500 })).toBe(
      "5.00 remains, within the tolerance of the check.",
    );
  });

  it("adds up only what is due: an unpaid payment adds nothing", () => {
    const [unpaid, deleted, other] = [13, 14, 15].map((payID) => ({ ...PAYMENT, payID }));
    const sums = { ...TIES, due: [12_500, 0, 0, -500], expected: 12_000, difference: 500 };
    const chosen = { entries: [ENTRY], transactions: [PAYMENT, unpaid!, deleted!, other!], sums };
    expect(chosenArithmetic(chosen, 0)[1]?.words).toBe("12,500 − 500 = 12,000");
    expect(remainderWords(chosen, SAID)).toBe(
      "500 will remain as an amount mismatch on payIDs 12, 13, 14 and 15.",
    );
  });

  it("says that a payment is not paid, whatever remains", () => {
    const sums = { ...TIES, due: [0], expected: 0, difference: 12_500, isPaid: false };
    const chosen = { entries: [ENTRY], transactions: [PAYMENT], sums };
    expect(remainderWords(chosen, SAID)).toBe(
      "payID 12 is not paid. The check will report entries without a payment.",
    );
  });

  it("shows no expected amount where there is none, and nothing while a side is empty", () => {
    const sums = { ...TIES, due: [null], expected: null, difference: null };
    const chosen = { entries: [ENTRY], transactions: [{ ...PAYMENT, expected: null }], sums };
    expect(chosenArithmetic(chosen, 0).slice(-2)).toEqual([
      { name: "Expected", words: "not judged", isOff: false },
      { name: "Difference", words: "not judged", isOff: false },
    ]);
    expect(remainderWords(chosen, SAID)).toContain("No amount is compared for payID 12");
    expect(remainderWords({ ...chosen, transactions: [] }, SAID)).toBe("");
  });

  it("leaves out parts of a long sum, never its total", () => {
    expect(sumWords([], 0, 0)).toBe("–");
    expect(sumWords([-7500, -5000], -12_500, 0)).toBe("−7,500 − 5,000 = −12,500");
    expect(sumWords([1, 2, 3, 4, 5, 6, 7], 28, 0)).toBe("7 amounts, 28 in all");
  });
});

describe("start of a match, and its errors", () => {
  it("starts with the record of an open finding of one side, and no other", () => {
    expect(startOf({ rule: "orphan-payref", walletID: 77, payID: null })).toEqual({
      walletIDs: [77],
      payIDs: [],
    });
    for (const rule of ["paid-without-entry", "in-transit", "amount-mismatch"] as const) {
      expect(startOf({ rule, walletID: null, payID: 12 })).toEqual({ walletIDs: [], payIDs: [12] });
    }
    expect(startOf({ rule: "chain-break", walletID: 77, payID: null })).toBeNull();
  });

  it("reports a side that is empty or too full, and an empty reason", () => {
    expect(matchFaultOf({ walletIDs: [], payIDs: [] }, "why")).toBe("Choose an entry and a transaction.");
    expect(matchFaultOf({ walletIDs: [7], payIDs: [] }, "why")).toBe("Choose at least one transaction.");
    expect(matchFaultOf({ walletIDs: [], payIDs: [3] }, "why")).toBe("Choose at least one entry.");
    const many = Array.from({ length: 201 }, (_, at) => at);
    expect(matchFaultOf({ walletIDs: many, payIDs: [3] }, "why")).toContain("200");
    expect(matchFaultOf({ walletIDs: [7], payIDs: [3] }, " \n")).toContain("Write a note");
    expect(matchFaultOf({ walletIDs: [7], payIDs: [3] }, "Same transfer")).toBeNull();
  });

  it("names its records, or how many there are", () => {
    expect(idsWords("payID", [4, 5, 9])).toBe("payIDs 4, 5 and 9");
    const many = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(idsWords("payID", many)).toMatch(/^payIDs 1, 2, .*, 20 and 180 more up to 200$/u);
    expect(matchedWords({ walletIDs: [7], payIDs: [3] })).toBe("Matched walletID 7 with payID 3");
    expect(matchedWords({ walletIDs: [7, 8, 9, 10], payIDs: [3] })).toBe(
      "Matched 4 entries with 1 transaction",
    );
  });
});

describe("a record in the dialog", () => {
  it("shows its subject, its time and its amount", () => {
    expect(lineOfEntry(ENTRY)).toEqual({
      id: 77,
      idName: "walletID",
      atMs: ENTRY.dateCreatedAtMs,
      words: "Payment",
      payref: "PAY-1",
      amount: 7500,
    });
    expect(lineOfEntry({ ...ENTRY, inflow: null, outflow: 300 }).amount).toBe(-300);
    expect(lineOfTransaction(PAYMENT)).toMatchObject({ words: "Ada Obi", atMs: PAYMENT.datePaidAtMs });
    expect(lineOfTransaction({ ...PAYMENT, customer: null, datePaidAtMs: null })).toMatchObject({
      words: "one-time",
      atMs: PAYMENT.dateCreatedAtMs,
    });
  });
});

describe("the expected amount of a match's transactions", () => {
  const of = (payID: number, expected: number | null, isWithAnother = false) => ({
    payID,
    expected,
    isWithAnother,
  });

  it("is each one's own, none where it is not checked, and one for all under a lead", () => {
    expect(expectedOf([of(3, 100), of(4, null)])).toEqual({ each: new Map([[3, 100]]), together: null });
    expect(expectedOf([of(3, 160), of(4, 0, true)])).toEqual({ each: new Map(), together: 160 });
    expect(expectedOf([])).toEqual({ each: new Map(), together: null });
  });
});
