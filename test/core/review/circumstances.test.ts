/** What a finding is about beyond its numbers, and which decisions were reopened. */
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { KnownVersions } from "../../../src/core/review/decisions/known-versions.ts";
import { circumstancesFinder, payIDsBehind } from "../../../src/core/review/standing/circumstances.ts";
import { reopenedDecisions } from "../../../src/core/review/standing/proposals.ts";
import { NO_HISTORY, columnsOf } from "../../helpers/columns.ts";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";
import { entry, sale, sha256 } from "../../helpers/records.ts";

/** The circumstances of findings about records, with what a check reports besides. */
function about(
  entries: readonly Entry[],
  transactions: readonly Transaction[],
  findings: readonly Finding[] = [],
) {
  const input = columnsOf({ entries, transactions }, sha256);
  const result = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 });
  const check = { input, result: { ...result, findings } };
  const subjects = [
    ...entries.map(({ walletID }) => ({ walletID, payID: null })),
    ...transactions.map(({ payID }) => ({ walletID: null, payID })),
    { walletID: 99, payID: null },
    { walletID: null, payID: 99 },
    { walletID: null, payID: null },
  ];
  const customers = new Map(transactions.map(({ payID, customer }) => [payID, customer]));
  const find = circumstancesFinder(check, subjects, (payID) => customers.get(payID));
  return { found: subjects.map((subject) => find(subject)), payIDs: payIDsBehind(check, subjects) };
}

/** A user whose wallet is in naira, and his business that keeps dollars. */
const DOLLARS = {
  user: {
    userID: 1,
    name: "Ada",
    email: null,
    phone: null,
    country: null,
    defaultCurrency: "NGN",
    businessID: 7,
  },
  businesses: [{ name: "Dollars", userID: 1, businessID: 7, currency: "USD" }],
};

const NOBODY = { userID: 0, name: "N/A", phone: "N/A", extra: null };

test("an entry is with the other party of its transaction, else it is by its action", () => {
  const entries = [
    entry(1, { debit: 90, balance: 90, payref: "PAY-9" }),
    entry(2, { credit: 30, balance: 60, action: "Withdrawal" }),
    entry(3, { debit: 5, balance: 65, payref: "UNKNOWN" }),
    entry(4, { debit: 5, balance: 70, action: null }),
  ];
  const { found, payIDs } = about(entries, [sale(9, 90)]);
  const ada = { kind: "counterparty", userID: 9, name: "Ada" };
  expect(found.slice(0, 4)).toMatchObject([
    { party: ada, currency: "NGN", userID: 1, amount: 90, changed: false, month: "2026-10" },
    { party: { kind: "action", action: "Withdrawal" }, currency: null, amount: -30 },
    { party: null },
    { party: null },
  ]);
  expect(payIDs).toEqual([9]);
});

test("an entry is in its wallet's currency, a payment in the one that it states", () => {
  const paid = [sale(9, 90, { currency: "USD" })];
  const entries = [
    entry(1, { debit: 90, balance: 90, payref: "PAY-9" }),
    entry(2, { debit: 5, balance: 95, action: "Top-up" }),
  ];
  const input = columnsOf({ entries, transactions: paid, ...DOLLARS }, sha256);
  const currencies = (chainScope: "user" | "business") => {
    const result = reconcile(input, { ...DEFAULT_OPTIONS, chainScope }, { period: null, sha256 });
    const subjects = [
      { walletID: 1, payID: null },
      { walletID: 2, payID: null },
      { walletID: null, payID: 9 },
    ];
    const find = circumstancesFinder({ input, result }, subjects, () => null);
    return subjects.map((subject) => find(subject)?.currency);
  };
  expect(currencies("user")).toEqual(["NGN", "NGN", "USD"]);
  expect(currencies("business")).toEqual(["USD", "USD", "USD"]);
});

test("a payment counts for a seller and against anybody else, in the month it was paid, else created", () => {
  const september = Date.UTC(2026, 8, 30);
  const { found } = about(
    [],
    [
      sale(7, 90, { traderStatus: "SELLER", dateCreatedAtMs: september }),
      sale(8, 90, { traderStatus: "buyer", currency: null, customer: null }),
      sale(9, 90, { traderStatus: null, datePaidAtMs: null, dateCreatedAtMs: september, customer: NOBODY }),
      sale(10, 90, { datePaidAtMs: null, dateCreatedAtMs: null }),
    ],
  );
  expect(found.slice(0, 4)).toMatchObject([
    { amount: 90, month: "2026-10", party: { userID: 9 } },
    { amount: -90, party: null, currency: null },
    { amount: -90, month: "2026-09", party: null },
    { amount: 90, month: null },
  ]);
});

test("nothing is known of a record that the check does not hold, or of none", () => {
  expect(about([], []).found).toEqual([null, null, null]);
});

test("a record is changed where the check reports that it, or a vanished entry of the payment, is", () => {
  const entries = [1, 2].map((walletID) => entry(walletID));
  const none = { walletID: null, payID: null, payref: "" };
  const changes = [
    breakAt(1, 0, { rule: "entry-changed" }),
    breakAt(1, 0, { ...none, rule: "transaction-changed", payID: 8 }),
    breakAt(5, 0, { rule: "entry-vanished", payref: "PAY-9" }),
    breakAt(6, 0, { rule: "entry-vanished", payref: "" }),
    breakAt(2),
  ];
  const { found } = about(entries, [sale(8, 90), sale(9, 90), sale(10, 90, { payref: "" })], changes);
  expect(found.slice(0, 5).map((one) => one?.changed)).toEqual([true, false, true, true, false]);
});

test("a decision is reopened by other numbers of its finding or another record behind it, not by its end", () => {
  const [one, two, gone] = [decided(1, breakAt(1, 5)), decided(2, breakAt(2)), decided(3, breakAt(3))];
  const bound = (id: number, walletID: number, sha: string) => {
    const decision = decided(id, breakAt(walletID));
    const records = { entries: [{ walletID, sha256: sha }], transactions: [] };
    return { ...decision, finding: { ...decision.finding, records } };
  };
  const [before, after] = [entry(4), entry(4, { description: "Refund" })];
  const history = { ...NO_HISTORY, entryVersions: [{ before, after, pulls: [1, 2] as const }] };
  const decisions = [gone, two, one, bound(4, 4, "0".repeat(64)), bound(5, 5, "0".repeat(64))];
  const findings = [breakAt(1, 6), breakAt(2), breakAt(4), breakAt(5)];
  const reopened = reopenedDecisions(findings, decisions, new KnownVersions(history, sha256));
  expect(reopened).toEqual(new Set([1, 4]));
});
