/** Chain rules by hand: the numbers are worked out beside each example. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { judge, rulesOf } from "./judge.ts";

/** Long after every date of these examples, so that nothing is in transit. */
const LATER = { pulledAtMs: Date.UTC(2027, 0, 1) };

/** Rows `[movement, stated balance]`, oldest first, walletIDs 1, 2, … */
function rows(
  list: readonly (readonly [number, number])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
): Entry[] {
  const moved = wallet(
    list.map(([movement]) => movement),
    fields,
  );
  return moved.map((one, at) => ({ ...one, balance: list[at]![1] }));
}

describe("the first cause that applies", () => {
  const causes = (list: readonly (readonly [number, number])[]) =>
    judge({ entries: rows(list) }).findings.map(({ walletID, difference, cause }) => ({
      walletID,
      difference,
      cause,
    }));

  test("misstated before not-applied: 100 + 50 = 150, stated 100 (−50 = −m), and the next is 160 again (+50 = −d)", () => {
    expect(
      causes([
        [100, 100],
        [50, 100],
        [10, 160],
      ]),
    ).toEqual([
      { walletID: 2, difference: -50, cause: "misstated-balance" },
      { walletID: 3, difference: 50, cause: "recovery" },
    ]);
  });

  test("recovery before misstated: +7, −7, +7, −7 are two misstated rows, each with its recovery", () => {
    expect(
      causes([
        [100, 100],
        [10, 117],
        [10, 120],
        [10, 137],
        [10, 140],
      ]).map(({ cause }) => cause),
    ).toEqual(["misstated-balance", "recovery", "misstated-balance", "recovery"]);
  });

  test("a difference that returns two rows later is not a misstatement: +7 missing, −7 missing", () => {
    expect(
      causes([
        [100, 100],
        [10, 117],
        [10, 127],
        [10, 130],
      ]),
    ).toEqual([
      { walletID: 2, difference: 7, cause: "missing-entry" },
      { walletID: 4, difference: -7, cause: "missing-entry" },
    ]);
  });

  test("a difference that returns through a pending entry is not a misstatement: +40 is applied twice, then −40 not approved", () => {
    const entries = rows([
      [100, 100],
      [40, 180],
      [40, 180],
    ]).map((one) => (one.walletID === 3 ? { ...one, isApproved: 0 } : one));
    const { findings } = judge({ entries });
    expect(findings).toMatchObject([
      { rule: "chain-break", walletID: 2, difference: 40, cause: "applied-twice" },
      { rule: "pending-entry", walletID: 3, expected: 220, actual: 180, difference: -40 },
    ]);
  });
});

describe("transposed digits", () => {
  const transposed = (expected: number, actual: number) =>
    judge({
      entries: rows([
        [expected, expected],
        [0, actual],
      ]),
    }).findings.find(({ rule }) => rule === "chain-break")?.transposition;

  test.each([
    [1450, 1540, true, "4 and 5 swapped, 90 apart"],
    [-1450, -1540, true, "below zero alike"],
    [1234, 4231, false, "2997 is divisible by 9, but 1 and 4 are no neighbours"],
    [45, -54, false, "−99 is divisible by 9, but the signs differ"],
    [90, 9, false, "81 is divisible by 9, but 09 has one digit less"],
    [1221, 2112, false, "two swaps"],
    [100, 109, false, "9 apart and no swap"],
  ])("%d for %d: %s, %s", (expected, actual, is) => {
    expect(transposed(expected, actual)).toBe(is);
  });
});

describe("candidates for a missing entry", () => {
  /** 100 is missing between walletID 2 and 3, which is of 2026-10-01 03:00. */
  const entries = rows([
    [500, 500],
    [10, 510],
    [10, 620],
  ]);
  const at = entries[2]!.dateCreatedAtMs;
  const paid = (payID: number, hours: number, fields = {}) =>
    sale(payID, 100, { datePaidAtMs: at + hours * 3_600_000, dateCreatedAtMs: OCTOBER_MS, ...fields });
  const candidates = (transactions: ReturnType<typeof paid>[]) =>
    judge({ entries, transactions, ...LATER }).findings.find(({ cause }) => cause === "missing-entry")
      ?.candidates;

  test("nearest first, before and after alike, ties by payID, at most five", () => {
    const hours = [4, -2, 2, 1, -9, 0, 9];
    expect(candidates(hours.map((hour, index) => paid(7 - index, hour)))).toEqual([
      "PAY-2",
      "PAY-4",
      "PAY-5",
      "PAY-6",
      "PAY-7",
    ]);
  });

  test("belong to the same user, have that amount, are paid, not deleted, and without an entry", () => {
    const others = [
      paid(1, 0, { userID: 2 }),
      sale(2, 101, { datePaidAtMs: at }),
      paid(3, 0, { datePaidAtMs: null }),
      paid(4, 0, { isDeleted: 1 }),
      paid(5, 0, { traderStatus: "buyer" }),
    ];
    expect(candidates([...others, paid(6, 0)])).toEqual(["PAY-6"]);
  });

  test("an outflow of 100 is missing where the balance is 100 too low: the buyer's payment", () => {
    const lower = entries.map((one) => (one.walletID === 3 ? { ...one, balance: 420 } : one));
    const transactions = [paid(1, 0), paid(2, 0, { traderStatus: "buyer" })];
    const { findings } = judge({ entries: lower, transactions, ...LATER });
    expect(findings[0]).toMatchObject({ cause: "missing-entry", difference: -100, candidates: ["PAY-2"] });
  });

  test("exclude payments in transit: paid at as-of less three days and a millisecond more", () => {
    const transactions = [paid(1, 0), paid(2, 0, { datePaidAtMs: at + 1 })];
    const { findings } = judge({ entries, transactions, pulledAtMs: at + 3 * 86_400_000 });
    expect(findings.map(({ rule, payref, candidates: near }) => [rule, near ?? payref])).toEqual([
      ["chain-break", ["PAY-1"]],
      ["paid-without-entry", "PAY-1"],
      ["in-transit", "PAY-2"],
    ]);
  });
});

test("a fall below zero is reported where it starts: −10, −20 is one fall, and −5 after 15 another", () => {
  const entries = rows([
    [10, 10],
    [-20, -10],
    [-10, -20],
    [35, 15],
    [-20, -5],
  ]);
  expect(rulesOf(judge({ entries }))).toEqual(["negative-balance 2", "negative-balance 5"]);
});

test("a wallet that starts below zero reports it at its oldest entry, beside its opening of −15", () => {
  const { findings } = judge({ entries: rows([[10, -5]]) });
  expect(findings).toMatchObject([
    { rule: "negative-balance", walletID: 1 },
    { rule: "opening-balance", walletID: 1, expected: 0, actual: -15, difference: -15 },
  ]);
});

test("dates are compared with the row before only: 05:00, 03:00, 04:00 is out of order once", () => {
  const hours = [5, 3, 4];
  const entries = wallet([10, 10, 10], (at) => ({ dateCreatedAtMs: OCTOBER_MS + hours[at]! * 3_600_000 }));
  expect(rulesOf(judge({ entries }))).toEqual(["out-of-order 2"]);
});

describe("unapproved entries", () => {
  test("null is not 0, the oldest has no link, and a zero movement needs no approval", () => {
    const approvals = [0, null, 0];
    const entries = wallet([10, 20, 0], (at) => ({ isApproved: approvals[at]! }));
    expect(rulesOf(judge({ entries }))).toEqual(["no-movement 3"]);
  });

  test("a break of another size is a break: 30 not approved, the balance 31 short", () => {
    const entries = rows(
      [
        [100, 100],
        [30, 99],
      ],
      (at) => ({ isApproved: at === 1 ? 0 : 1 }),
    );
    expect(judge({ entries }).findings).toMatchObject([
      { rule: "chain-break", difference: -31, cause: "missing-entry", skipped: { count: 0 } },
    ]);
  });
});

describe("pulls that did not overlap", () => {
  const entries = rows([
    [100, 100],
    [10, 110],
    [10, 150],
    [10, 160],
  ]);
  const pulls = (second: number) => [{ entries: entries.slice(0, 2) }, { entries: entries.slice(second) }];

  test("1–2 and 3–4: the 30 at 3 is a gap, no break, no evidence, and counts in the roll-forward", () => {
    const result = judge({ pulls: pulls(2) });
    expect(result.findings).toMatchObject([
      { rule: "history-gap", severity: "warning", walletID: 3, expected: 120, actual: 150, difference: 30 },
    ]);
    expect(result.convention.links).toBe(2);
    expect(result.wallets[0]).toMatchObject({
      inflow: 130,
      breakDifference: 30,
      closing: 160,
      tiesOut: true,
    });
  });

  test("1–2 and 2–4 overlap: the 30 at 3 is missing", () => {
    expect(judge({ pulls: pulls(1) }).findings).toMatchObject([
      { rule: "chain-break", walletID: 3, difference: 30, cause: "missing-entry" },
    ]);
  });

  test("a gap across which the balance follows reports nothing", () => {
    const holding = wallet([100, 10, 10, 10]);
    expect(
      judge({ pulls: [{ entries: holding.slice(0, 2) }, { entries: holding.slice(2) }] }).findings,
    ).toEqual([]);
  });
});

describe("the convention", () => {
  test("one for all wallets: user 2's single break under bank outweighs nothing of user 1's three", () => {
    const first = wallet([10, 20, 30, 40]);
    const second = wallet([10, 20]).map((one) => ({
      ...one,
      walletID: one.walletID + 10,
      userID: 2,
      credit: one.debit,
      debit: one.credit,
    }));
    const result = judge({ entries: [...first, ...second] }, { convention: "auto" });
    expect(result.convention).toEqual({
      used: "asset",
      source: "detected",
      links: 4,
      breaks: { asset: 1, bank: 3 },
    });
    expect(rulesOf(result)).toEqual(["opening-balance 11", "chain-break 12"]);
  });

  test("a given convention is used, whatever the evidence", () => {
    const result = judge({ entries: wallet([10, 20]) }, { convention: "bank" });
    expect(result.convention).toEqual({
      used: "bank",
      source: "given",
      links: 1,
      breaks: { asset: 0, bank: 1 },
    });
  });
});
