/** In which currencies a month is proven: those of wallets, of payments without one, and of what was signed. */
import { describe, expect, it } from "vitest";
import { blockOfFinding } from "../../../src/core/report/exceptions/exposures.ts";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { dollarsInNaira, recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { entry, sale, wallet } from "../../helpers/records.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { type ReportCase, october, reportInput } from "../../helpers/workbook/report.ts";

const labelsOf = (given: ReportCase) =>
  figuresOf(reportInput(given)).currencies.blocks.map(({ label }) => label);

it("a payment that states none is in its business's currency, by user where the user's businesses agree", () => {
  const transactions = [sale(2, 50, { userID: 2, businessID: 10, currency: null })];
  const businessesIn = (other: string) =>
    [other, "GHS"].map((currency, at) => ({ userID: 2, businessID: 9 + at, currency, name: "Quay" }));
  const labels = (other: string, chainScope: "user" | "business") =>
    labelsOf({
      records: { entries: wallet([100]), transactions, businesses: businessesIn(other) },
      options: { chainScope },
    });
  expect(labels("GHS", "user")).toEqual(["NGN", "GHS"]);
  expect(labels("USD", "user")).toEqual(["NGN", "not stated"]);
  expect(labels("USD", "business")).toEqual(["NGN", "GHS"]);
});

it("what is found of a record that is gone is in the currency of its owner's wallet, without one in the unknown", () => {
  const figures = figuresOf(reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" }));
  const labels = [1, 2, 3, 4].map((userID) => {
    const gone = { walletID: null, payID: 99, userID, businessID: 70 + userID } as Finding;
    return figures.currencies.blocks[blockOfFinding(figures, gone)]!.label;
  });
  expect(labels).toEqual(["NGN", "GHS", "not stated", "not stated"]);
});

/** In which currency each finding about a payment counts, by rule. */
function countedIn(records: ReturnType<typeof dollarsInNaira>, payID: number) {
  const input = reportInput({ records, month: "2026-10" });
  const figures = figuresOf(input);
  const found = input.check.findings.filter((one) => one.payID === payID && one.walletID === null);
  return Object.fromEntries(
    found.map((one) => [one.rule, figures.currencies.blocks[blockOfFinding(figures, one)]!.label]),
  );
}

it("what came short counts where the entries lie, what is wrong in a payment's own amounts in what it states", () => {
  const records = dollarsInNaira(590, { transactions: [sale(5, 70, { currency: "USD" })] });
  const transactions = records.transactions.map((one) =>
    one.payID === 2 ? { ...one, payableamount: 650 } : one,
  );
  expect(countedIn({ ...records, transactions }, 2)).toEqual({
    "amount-mismatch": "NGN",
    "payable-sum": "USD",
  });
  // Where nothing else is in dollars they have no line of their own.
  const other = { userID: 3, businessID: 73 };
  const alone = dollarsInNaira(600, { entries: [entry(4, { ...other, debit: 30, balance: 30 })] });
  const stated = alone.transactions.map((one) => (one.payID === 2 ? { ...one, payableamount: 650 } : one));
  expect(countedIn({ ...alone, transactions: stated }, 2)).toEqual({ "payable-sum": "NGN" });
});

it("what came short in two currencies counts in the first where none is the one that the payment states", () => {
  const cedis = { userID: 2, businessID: 72, debit: 290, balance: 290 };
  const entries = [
    entry(4, { businessID: 8, debit: 100, balance: 2200, payref: "PAY-6" }),
    entry(5, { ...cedis, payref: "PAY-6" }),
  ];
  const transactions = [sale(6, 400, { businessID: 7, currency: "USD" })];
  expect(countedIn(dollarsInNaira(600, { entries, transactions }), 6)).toMatchObject({
    "amount-mismatch": "NGN",
  });
});

describe("a month signed in", () => {
  const signedIn = (currencies: readonly (string | null)[]) => {
    const outstanding = currencies.map((currency) => ({
      kind: "in transit" as const,
      items: 1,
      amount: 70,
      currency,
    }));
    const frozen = frozenMonth(october(), { outstanding });
    const step = closeStep({ step: "sign-off", frozen });
    return figuresOf(october({ closeSteps: [step] })).currencies.blocks.map(({ label }) => label);
  };

  it.each([
    ["its own currency", ["NGN"], ["NGN"]],
    ["one that nobody knew then", [null], ["NGN"]],
    ["several", ["NGN", "GHS"], ["NGN", "GHS"]],
  ])("%s", (_, signed, labels) => {
    expect(signedIn(signed)).toEqual(labels);
  });

  it("more than a hundred, those beyond with what none is known of", () => {
    const labels = signedIn(Array.from({ length: 102 }, (_, at) => `C${String(at).padStart(3, "0")}`));
    expect(labels).toHaveLength(101);
    expect(labels.slice(-2)).toEqual(["C098", "not stated"]);
  });
});
