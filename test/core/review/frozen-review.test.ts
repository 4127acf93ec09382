/** How the exceptions of a month stood when it was prepared. */
import { expect, test } from "vitest";
import { comparedOf, frozenReviewOf, undecidedErrors } from "../../../src/core/review/close/differences.ts";

test("each exception with its decision, errors without one as undecided, and the matches that findings name", () => {
  const findings = comparedOf([
    { fingerprint: "a", severity: "error" },
    { fingerprint: "b", severity: "error", match: 3 },
    { fingerprint: "c", severity: "warning" },
    { fingerprint: "d", severity: "info", match: 4 },
    { fingerprint: "e", severity: "error" },
  ]);
  const review = frozenReviewOf(
    findings,
    new Map([
      ["a", { id: 7, status: "accepted" }],
      ["b", { id: 8, status: "open" }],
    ]),
  );
  expect(Object.fromEntries(review.exceptions)).toEqual({
    a: { isError: true, decisionId: 7, isDecided: true },
    b: { isError: true, decisionId: 8, isDecided: false },
    c: { isError: false, decisionId: null, isDecided: false },
    e: { isError: true, decisionId: null, isDecided: false },
  });
  expect([...review.matches]).toEqual([3, 4]);
  expect([...undecidedErrors(review)]).toEqual(["b", "e"]);
});
