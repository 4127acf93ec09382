/** What closing many ledgers comes to, and what is said of each. */
import { expect, test } from "vitest";
import { closingLine, closingTotals } from "../../../src/core/review/clients/closing-words.ts";
import {
  ClosingTally,
  type LedgerClosing,
  type LedgerFailure,
} from "../../../src/core/review/clients/ledger-closing.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { LastLooks } from "../../../src/core/review/restate/last-looks.ts";

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
  expect(closingTotals(tally.totals())).toBe(
    "6 ledgers: 2 without undecided errors, 2 with 6 undecided errors, 2 failed.",
  );
  const one = new ClosingTally();
  one.add({ undecidedErrors: 1, failure: null });
  expect(closingTotals(one.totals())).toBe(
    "1 ledger: 0 without undecided errors, 1 with 1 undecided error, 0 failed.",
  );
  expect(closingTotals(new ClosingTally().totals())).toBe(
    "0 ledgers: 0 without undecided errors, 0 with, 0 failed.",
  );
});

/** Pull 7 is the newest, and reached no further than August 30. */
const looks = (
  pulls: readonly (readonly [month: string, pullId: number | null, atMs?: number])[],
): LastLooks => ({
  newest: { pullId: 7, source: "service", oldest: { walletID: 12, atMs: Date.UTC(2026, 7, 29, 23, 30) } },
  months: pulls.map(([month, pullId, atMs = null]) => ({ month: month as Month, pullId, atMs })),
});

test("says all of a ledger in one line, and leaves out what nobody asked or did", () => {
  const NOTHING: LedgerClosing = {
    ledger: "shop.tieout",
    month: "2026-08" as Month,
    shows: null,
    pulled: null,
    notPulled: null,
    conclusion: null,
    verdict: null,
    undecidedErrors: null,
    state: null,
    prepared: null,
    changes: null,
    effects: [],
    lastLooks: null,
    timeZone: null,
    workbook: null,
    left: [],
    failure: null,
  };
  const line = (fields: Partial<LedgerClosing>) =>
    closingLine({ ...NOTHING, ...fields }).replace("shop.tieout: ", "");
  expect(closingLine(NOTHING)).toBe("shop.tieout: ");
  expect(
    line({
      conclusion: "It follows.",
      verdict: "Nothing is open.",
      undecidedErrors: 0,
      state: "returned",
      prepared: { by: "Ada Obi" },
      changes: 1,
      pulled: "It brought 3 entries.",
      lastLooks: looks([["2026-07", null]]),
      timeZone: "UTC",
      workbook: "August.xlsx",
      left: ["Old.xlsx"],
      failure: { ...FAILURE, file: "key.txt" },
    }),
  ).toBe(
    "It follows. Nothing is open. No undecided errors. With the preparer, Ada Obi, 1 change since. Pull: it brought 3 entries. Pull 7 asked for no entries before 2026-08-29 (walletID 12): July 2026, signed off, was never covered in full by one pull. --full covers everything. Wrote August.xlsx. Left unchanged because it was edited: Old.xlsx. DEFECT: It stopped (key.txt).",
  );
  expect(
    line({
      undecidedErrors: 1,
      state: "open",
      notPulled: "Not pulled.",
      timeZone: "UTC",
      lastLooks: looks([["2026-08", 7]]),
      failure: FAILURE,
    }),
  ).toBe("1 undecided error. Not pulled. DEFECT: It stopped.");
  expect(line({ state: "signed-off", effects: ["1 new exception"] })).toBe(
    "Signed off, 1 new exception since.",
  );
  expect(line({ state: "signed-off", changes: 0, left: ["a", "b"] })).toBe(
    "Signed off. Left unchanged because it was edited: a, b.",
  );
});
