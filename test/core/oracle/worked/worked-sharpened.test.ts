/** Sentences of the rules that two readers once took differently, each with the example that told them apart. */
import { expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { entry, sale } from "../../../helpers/records.ts";
import { crowdPay } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";

const at = (text: string) => Date.parse(`2026-${text}Z`);

test("entries without a payref are counted by action, null and '' as one", () => {
  const actions = [null, "", ""];
  const entries = actions.map((action, n) => entry(n + 1, { action, debit: 1, balance: n + 1 }));
  expect(judge({ entries }).counts.noPayref).toEqual({ "": 3 });
});

const ofBusiness = [
  entry(1, { debit: 10, balance: 10, dateCreatedAtMs: at("01-10T00:00:00") }),
  entry(2, { businessID: 8, debit: 10, balance: 510, dateCreatedAtMs: at("01-11T00:00:00") }),
];
const old = sale(1, 100, {
  businessID: 8,
  dateCreatedAtMs: at("01-02T00:00:00"),
  datePaidAtMs: at("01-03T00:00:00"),
});
const young = sale(2, 100, {
  businessID: 7,
  dateCreatedAtMs: at("01-29T00:00:00"),
  datePaidAtMs: at("01-30T00:00:00"),
});

test("per business a payment is compared with the start of its own business's history", () => {
  const findings = rulesOf(
    judge({ entries: ofBusiness, transactions: [old, young] }, { chainScope: "business" }),
  );
  expect(findings).toContain("before-history PAY-1");
  expect(findings).not.toContain("paid-without-entry PAY-1");
  const otherBusiness = { ...old, businessID: 7 };
  expect(
    rulesOf(judge({ entries: ofBusiness, transactions: [otherBusiness, young] }, { chainScope: "business" })),
  ).toContain("paid-without-entry PAY-1");
});

test("full case folding suggests Straße1 for STRASSE1, and makes one role of ſeller and seller", () => {
  const orphan = entry(1, { debit: 5, balance: 5, payref: "STRASSE1" });
  const other = sale(1, 5, { payref: "Straße1", traderStatus: "ſELLER" });
  const { findings } = judge({ entries: [orphan], transactions: [other] });
  expect(findings.find(({ rule }) => rule === "orphan-payref")?.suggestions).toEqual(["Straße1"]);
  expect(findings.some(({ rule }) => rule === "unknown-role")).toBe(false);
});

test("a balance is misstated only where the next link is itself a chain-break", () => {
  const rows: readonly Partial<Entry>[] = [
    { debit: 100, balance: 100 },
    { debit: 10, balance: 160 },
    { debit: 50, balance: 160, isApproved: 0 },
    { debit: 10, balance: 170 },
  ];
  const { findings } = judge({ entries: rows.map((row, n) => entry(n + 1, row)) });
  expect(findings).toMatchObject([
    { rule: "chain-break", walletID: 2, cause: "missing-entry", difference: 50 },
    { rule: "pending-entry", walletID: 3, difference: -50 },
  ]);
});

const AUGUST = { from: "2026-08-01", to: "2026-08-31" };
const SEPTEMBER = { from: "2026-09-01", to: "2026-09-30" };

test("a past month does not expect from a crowd-pay what its later entries brought", () => {
  const created = { dateCreatedAtMs: at("08-01T00:00:00") };
  const raised = (amount: number) => crowdPay(1, 900, amount, created);
  const entries = [
    entry(1, { debit: 70, balance: 70, payref: "PAY-1", dateCreatedAtMs: at("08-20T00:00:00") }),
    entry(2, { debit: 30, balance: 100, payref: "PAY-1", dateCreatedAtMs: at("09-09T00:00:00") }),
  ];
  const about = (amount: number, list: Entry[], period: typeof AUGUST) =>
    judge({ entries: list, transactions: [raised(amount)], period })
      .findings.filter(({ rule }) => rule === "amount-mismatch" || rule === "paid-without-entry")
      .map(({ rule, expected, actual }) => [rule, expected, actual]);
  expect(about(100, entries, AUGUST)).toEqual([]);
  expect(about(100, entries, SEPTEMBER)).toEqual([]);
  expect(about(120, entries, AUGUST)).toEqual([["amount-mismatch", 90, 70]]);
  // Nothing is left that August could expect.
  expect(about(30, entries, AUGUST)).toEqual([["amount-mismatch", 0, 70]]);
  expect(about(100, [{ ...entries[1]!, balance: 30 }], AUGUST)).toEqual([["paid-without-entry", 70, 0]]);
  expect(about(30, [{ ...entries[1]!, balance: 30 }], AUGUST)).toEqual([]);
});

test("the other scope's breaks are counted under its own convention, under a given one both", () => {
  // Per user a bank statement that breaks once, per business books that never do.
  const entries = [
    entry(1, { businessID: 7, debit: 10, balance: 10 }),
    entry(2, { businessID: 8, debit: 10, balance: 0 }),
    entry(3, { businessID: 7, debit: 5, balance: 15 }),
  ];
  const counted = (options: Parameters<typeof judge>[1]) => judge({ entries }, options).chainScope.breaks;
  const detected = judge({ entries }, { convention: "auto", chainScope: "user" });
  expect(detected.convention.used).toBe("bank");
  expect(detected.chainScope.breaks).toEqual({ user: 1, business: 0 });
  expect(counted({ convention: "bank" })).toEqual({ user: 1, business: 1 });
});
