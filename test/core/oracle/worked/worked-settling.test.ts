/** Votes, fees, refunds, the cut-off and repeats by hand. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../../helpers/records.ts";
import { saleWithFees } from "./details.ts";
import { judge, rulesOf } from "./judge.ts";

/** Entries `[movement, payref]`, walletIDs 1, 2, … */
function tied(
  rows: readonly (readonly [number, string])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
) {
  return wallet(
    rows.map(([movement]) => movement),
    (at) => ({ payref: rows[at]![1], ...fields(at) }),
  );
}

describe("the basis", () => {
  const withFees = { escrow: 5, tax: 2 };

  test("a payment whose bases all come to the same does not vote", () => {
    const entries = tied([
      [50, "PAY-1"],
      [95, "PAY-2"],
    ]);
    const { settlementBasis } = judge({
      entries,
      transactions: [saleWithFees(1, 50), saleWithFees(2, 100, withFees)],
    });
    expect(settlementBasis).toEqual({
      used: "less-escrow",
      source: "detected",
      votes: { charged: 0, "less-escrow": 1, "less-fees": 0, payable: 0 },
    });
  });

  test("where none agrees exactly, those within the tolerance are counted: 94 for 100 − 5 and 100 − 5 − 2", () => {
    const entries = tied([[94, "PAY-1"]]);
    const votes = (tolerance: number) =>
      judge({ entries, transactions: [saleWithFees(1, 100, withFees)] }, { tolerance }).settlementBasis;
    expect(votes(1)).toMatchObject({ used: "less-escrow", votes: { "less-escrow": 1, "less-fees": 1 } });
    expect(votes(0)).toMatchObject({ used: "charged", source: "default" });
  });
});

describe("a fee that was not taken", () => {
  const kind = (net: number, settlementBasis: "charged" | "less-escrow" | "less-fees") =>
    judge(
      { entries: tied([[net, "PAY-1"]]), transactions: [saleWithFees(1, 100, { escrow: 5, tax: 2 })] },
      { settlementBasis },
    ).findings[0]?.kind;

  test.each([
    [100, "less-escrow", "fee-missing", "5"],
    [102, "less-escrow", "over", "5 and 2 more"],
    [100, "less-fees", "fee-missing", "5 + 2"],
    [98, "less-fees", "fee-missing", "5"],
    [95, "less-fees", "fee-missing", "2"],
    [105, "charged", "over", "charged takes nothing off"],
  ] as const)("%d under %s: %s, %s", (net, basis, is, _why) => {
    expect(kind(net, basis)).toBe(is);
  });
});

test("entries of a deleted payment that cancel out, within the tolerance, are a refund done right", () => {
  const severity = (back: number) =>
    judge(
      {
        entries: tied([
          [100, "PAY-1"],
          [-back, "PAY-1"],
        ]),
        transactions: [{ ...saleWithFees(1, 100), isDeleted: 1 }],
      },
      { tolerance: 1 },
    ).findings.find(({ rule }) => rule === "settled-deleted")?.severity;
  expect([100, 99, 98].map(severity)).toEqual(["info", "info", "error"]);
});

test("an entry whose payment is paid after the period by at most the cut-off is a notice: 3 days after 31 October's last millisecond", () => {
  const entries = tied([[100, "PAY-1"]], () => ({ dateCreatedAtMs: Date.UTC(2026, 9, 31, 23, 59, 58) }));
  const severity = (datePaidAtMs: number) =>
    judge(
      {
        entries,
        transactions: [{ ...saleWithFees(1, 100), dateCreatedAtMs: OCTOBER_MS, datePaidAtMs }],
        period: { from: "2026-10-01", to: "2026-10-31" },
      },
      { settlementBasis: "charged" },
    ).findings.find(({ rule }) => rule === "entry-for-unpaid")?.severity;
  expect(severity(Date.UTC(2026, 10, 1, 0, 0, 3))).toBe("info");
  expect(severity(Date.UTC(2026, 10, 3, 23, 59, 59))).toBe("info");
  expect(severity(Date.UTC(2026, 10, 4, 0, 0, 1))).toBe("error");
});

describe("one operation, done twice", () => {
  /** −20 twice, so many hours apart. */
  const twice = (hours: number, fields: Partial<Entry> = {}, second: Partial<Entry> = {}) =>
    rulesOf(
      judge({
        entries: wallet([100, -20, -20], (at) => ({
          sessionID: at === 0 ? "other" : "one",
          dateCreatedAtMs: OCTOBER_MS + Math.max(at - 1, 0) * hours * HOUR_MS,
          ...fields,
          ...(at === 2 ? second : {}),
        })),
      }),
    );

  test("the same session within 24 hours, either way", () => {
    expect(twice(24)).toEqual(["repeated-session 3"]);
    expect(twice(-24)).toEqual(["repeated-session 3", "out-of-order 3"].toSorted());
    expect(twice(24 + 1 / 3600)).toEqual([]);
  });

  test("null is one action, '' and null are no session", () => {
    expect(twice(1, { action: null })).toEqual(["repeated-session 3"]);
    expect(twice(1, {}, { action: null })).toEqual([]);
    expect(twice(1, { sessionID: "" })).toEqual([]);
    expect(twice(1, { sessionID: null })).toEqual([]);
  });

  test("an orphan within an hour, in another session", () => {
    const other = { sessionID: "two" };
    expect(twice(1, { payref: "LOST" }, other)).toContain("repeated-movement 3");
    expect(twice(1, { payref: "LOST" })).not.toContain("repeated-movement 3");
    expect(twice(1 + 1 / 3600, { payref: "LOST" }, other)).not.toContain("repeated-movement 3");
    expect(twice(1, {}, other)).toEqual([]);
  });

  test("a duplicate-entry is no repeat besides", () => {
    const entries = tied(
      [
        [100, "PAY-1"],
        [100, "PAY-1"],
      ],
      () => ({ sessionID: "one" }),
    );
    expect(rulesOf(judge({ entries, transactions: [saleWithFees(1, 100)] }))).toEqual(["duplicate-entry 2"]);
  });
});
