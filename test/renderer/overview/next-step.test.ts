/** The Overview names the next step. */
import { expect, test } from "vitest";
import type { ReviewSummary } from "../../../src/renderer/bridge/protocol.ts";
import { nextReview } from "../../../src/renderer/features/overview/verdict-line.tsx";

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
  expect(nextReview(progress([44, 2], [12, 0]))).toEqual({
    words: "Review 42 errors",
    filters: "severity=error",
  });
  expect(nextReview(progress([44, 44], [1, 0]))?.words).toBe("Review 1 warning");
  expect(nextReview(progress([44, 44], [1, 1]))).toBeNull();
});
