import { expect, test } from "vitest";
import { compareCurrencies, reviewSummaryOf } from "../../../src/renderer/rows/worker/review-summary.ts";
import { manyCurrencies, reportInput, variedRecords } from "../../helpers/workbook/report.ts";

test("adds up the differences of a rule's findings in one currency", () => {
  const { check, review } = reportInput({ records: variedRecords() });
  const breaks = check.findings.filter(({ rule }) => rule === "chain-break");
  expect(breaks.length).toBeGreaterThan(1);
  const sum = breaks.reduce((total, { difference = 0 }) => total + difference, 0);
  const { rules } = reviewSummaryOf(review, () => "NGN");
  expect(rules.find(({ rule }) => rule === "chain-break")?.differences).toEqual([{ currency: "NGN", sum }]);
});

test("shows differences in each currency, and those of an unknown one separately", () => {
  const { check, review } = reportInput({ records: manyCurrencies() });
  const currencyAt = (at: number) =>
    check.wallets.find(({ userID }) => userID === check.findings[at]?.userID)?.currency ?? null;
  const { rules } = reviewSummaryOf(review, currencyAt);
  // Wallet n of five states n too little: the second in GHS, the third in NGN, the last two in none that is known.
  expect(rules.find(({ rule }) => rule === "chain-break")?.differences).toEqual([
    { currency: "GHS", sum: -1 },
    { currency: "NGN", sum: -2 },
    { currency: null, sum: -7 },
  ]);
  expect([null, "NGN", null, "GHS"].toSorted(compareCurrencies)).toEqual(["GHS", "NGN", null, null]);
});

test("gives no number for a sum that cannot be held exactly", () => {
  const { review } = reportInput({ records: variedRecords() });
  const huge = review.findings.map((one) => ({
    ...one,
    finding: { ...one.finding, difference: Number.MAX_SAFE_INTEGER },
  }));
  const { rules } = reviewSummaryOf({ ...review, findings: huge }, () => null);
  expect(rules.find(({ rule }) => rule === "chain-break")?.differences).toEqual([
    { currency: null, sum: null },
  ]);
});
