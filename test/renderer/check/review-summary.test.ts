import { expect, test } from "vitest";
import { reviewSummaryOf } from "../../../src/renderer/check/worker/review-summary.ts";
import { manyCurrencies, reportInput, variedRecords } from "../../helpers/report.ts";

test.each([
  ["of one currency are added up", variedRecords(), true],
  ["of several currencies are not", manyCurrencies(), false],
])("differences of a rule's findings %s", (_, records, isSum) => {
  const { check: result, review } = reportInput({ records });
  const breaks = result.findings.filter(({ rule }) => rule === "chain-break");
  const sum = breaks.reduce((total, { difference = 0 }) => total + difference, 0);
  expect(breaks.length).toBeGreaterThan(1);
  const { rules } = reviewSummaryOf({ review, result });
  expect(rules.find(({ rule }) => rule === "chain-break")?.difference).toBe(isSum ? sum : null);
});
