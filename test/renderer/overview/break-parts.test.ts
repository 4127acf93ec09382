/** The break differences on the Overview, divided into their kinds. */
import { expect, test } from "vitest";
import type { ReviewSummary } from "../../../src/renderer/bridge/protocol.ts";
import { breakPartsOf } from "../../../src/renderer/features/overview/roll-forward.tsx";

type Line = ReviewSummary["rules"][number];

function line(rule: Line["rule"], findings: number, sum: number | null, currency: string | null): Line {
  const differences = [{ currency, sum }];
  return { rule, severity: "error", findings, reviewed: 0, differences };
}

const WRONG = line("chain-break", 9, 2_097_694, "NGN");
const PENDING = line("pending-entry", 1, -584_546, "NGN");
const NGN = { currency: "NGN", breakDifference: 1_513_148 };

test("splits break differences into balances that do not follow and what is not in the balance yet", () => {
  const parts = breakPartsOf([WRONG, PENDING], [NGN]);
  expect(parts.map((part) => [part.title, part.in(NGN)])).toEqual([
    ["of which balances that do not follow (9)", 2_097_694],
    ["of which not in the balance yet (1)", -584_546],
  ]);
});

test("keeps the parts of each currency apart", () => {
  const cedis = line("history-gap", 2, 30, "GHS");
  const inCedis = { currency: "GHS", breakDifference: 30 };
  const parts = breakPartsOf([WRONG, PENDING, cedis], [NGN, inCedis]);
  expect(parts.map((part) => part.in(inCedis))).toEqual([0, 0, 30]);
});

test("shows no parts for one kind of break, for parts that do not add up, or for sums too large", () => {
  expect(breakPartsOf([WRONG], [{ ...NGN, breakDifference: 2_097_694 }])).toEqual([]);
  expect(breakPartsOf([WRONG, PENDING], [{ ...NGN, breakDifference: 5 }])).toEqual([]);
  expect(breakPartsOf([WRONG, { ...PENDING, differences: [{ currency: "NGN", sum: null }] }], [NGN])).toEqual(
    [],
  );
});
