/** The Overview names the direction of a difference and the next step. */
import { expect, test } from "vitest";
import type { ReviewSummary } from "../../../src/renderer/check/protocol.ts";
import {
  directionWords,
  nextReview,
  reviewWords,
} from "../../../src/renderer/features/overview/next-step.ts";

type Rule = ReviewSummary["rules"][number];

const breaks = (differences: Rule["differences"], findings = 9): Pick<ReviewSummary, "rules"> => ({
  rules: [{ rule: "chain-break", severity: "error", findings, reviewed: 0, broughtForward: 0, differences }],
});

test("a difference is too high or too low, in its currency, at so many rows", () => {
  const high = breaks([{ currency: "NGN", sum: 2_097_694 }]);
  expect(directionWords(high, 0, "NGN")).toBe("The stated balance is 2,097,694 NGN too high, at 9 rows.");
  const low = breaks([{ currency: null, sum: -1234 }], 1);
  expect(directionWords(low, 2, null)).toBe("The stated balance is 12.34 too low, at 1 row.");
  const both = breaks([
    { currency: "NGN", sum: 7 },
    { currency: "GHS", sum: 0 },
    { currency: null, sum: -3 },
  ]);
  expect(directionWords(both, 0, "NGN")).toBe(
    "The stated balance is 7 NGN too high and 3 of unknown currency too low, at 9 rows.",
  );
  expect(directionWords(breaks([{ currency: "NGN", sum: 0 }]), 0, "NGN")).toBeNull();
  expect(directionWords({ rules: [] }, 0, "NGN")).toBeNull();
});

const progress = (error: [number, number], warning: [number, number]): Pick<ReviewSummary, "progress"> => ({
  progress: {
    total: error[0] + warning[0],
    reviewed: error[1] + warning[1],
    byStatus: { open: 0, explained: 0, accepted: 0, raised: 0, reopened: 0 },
    bySeverity: {
      error: { total: error[0], reviewed: error[1] },
      warning: { total: warning[0], reviewed: warning[1] },
    },
  },
});

test("the next step is to review errors, then warnings, then nothing", () => {
  expect(reviewWords(progress([44, 0], [12, 0]))).toBe("44 errors and 12 warnings, none reviewed.");
  expect(reviewWords(progress([1, 1], [0, 0]))).toBe("1 error, all reviewed.");
  expect(reviewWords(progress([0, 0], [0, 0]))).toBeNull();
  expect(nextReview(progress([44, 2], [12, 0]))).toEqual({
    words: "Review 42 errors",
    filters: "severity=error",
  });
  expect(nextReview(progress([44, 44], [1, 0]))?.words).toBe("Review 1 warning");
  expect(nextReview(progress([44, 44], [1, 1]))).toBeNull();
});
