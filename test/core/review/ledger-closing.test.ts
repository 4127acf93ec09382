/** What closing many ledgers comes to. */
import { expect, test } from "vitest";
import { ClosingTally, type LedgerFailure } from "../../../src/core/review/clients/ledger-closing.ts";

const FAILURE: LedgerFailure = { code: "DEFECT", sentence: "It stopped", remedy: "Try again", file: null };

test("each ledger counts once: as failed, as one with undecided errors, or as one without", () => {
  const tally = new ClosingTally();
  expect(tally.totals()).toEqual({
    ledgers: 0,
    withoutUndecidedErrors: 0,
    undecided: 0,
    undecidedErrors: 0,
    failed: 0,
  });
  tally.add({ undecidedErrors: 0, failure: null });
  tally.add({ undecidedErrors: 1, failure: null });
  tally.add({ undecidedErrors: 3, failure: null });
  tally.add({ undecidedErrors: null, failure: FAILURE });
  tally.add({ undecidedErrors: 2, failure: FAILURE });
  tally.add({ undecidedErrors: null, failure: null });
  expect(tally.totals()).toEqual({
    ledgers: 6,
    withoutUndecidedErrors: 2,
    undecided: 2,
    undecidedErrors: 6,
    failed: 2,
  });
});
