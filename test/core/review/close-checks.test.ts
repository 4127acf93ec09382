import { describe, expect, test } from "vitest";
import { changesSince, countingIn } from "../../../src/core/review/close/differences.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { obstaclesOf } from "../../../src/core/review/close/close-obstacles.ts";
import { type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { breakAt, decided, reviewed } from "../../helpers/ledgers/decisions.ts";

const OCTOBER = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));
const OVER = {
  period: OCTOBER,
  pulledAtMs: Date.UTC(2026, 10, 1),
  asOfMs: OCTOBER.toMs,
  options: { timeZone: "UTC" },
};
const opening = (userID: number, difference: number) =>
  breakAt(userID * 100, difference, { rule: "opening-not-carried", userID });

describe("what blocks preparing", () => {
  test("is nothing when every error is decided and the month is over; warnings and notices need no decision", () => {
    const findings = [
      breakAt(1),
      breakAt(2, 5, { severity: "warning" }),
      breakAt(3, 6, { severity: "info" }),
    ];
    expect(obstaclesOf(OVER, reviewed(findings, [decided(1, breakAt(1))]), 0)).toEqual([]);
  });

  test("is an error that is open or reopened", () => {
    const findings = [breakAt(1), breakAt(2), breakAt(3)];
    const decisions = [
      decided(1, breakAt(1)),
      decided(2, breakAt(2, 77)),
      decided(3, breakAt(3), { status: "open" }),
    ];
    expect(obstaclesOf(OVER, reviewed(findings, decisions), 0)).toEqual([
      { kind: "undecided-errors", sentence: "2 of 3 errors are undecided" },
    ]);
    expect(obstaclesOf(OVER, reviewed([breakAt(1)], []), 0)).toEqual([
      { kind: "undecided-errors", sentence: "1 error is undecided" },
    ]);
  });

  test("is a pull in the month's last millisecond; one millisecond later the month is over", () => {
    const none = reviewed([], []);
    expect(obstaclesOf({ ...OVER, pulledAtMs: OCTOBER.toMs }, none, 0)).toEqual([
      {
        kind: "not-over",
        sentence: "The latest pull was at 2026-10-31 23:59:59 UTC, before the month ended",
      },
    ]);
    expect(obstaclesOf({ ...OVER, pulledAtMs: OCTOBER.toMs + 1 }, none, 0)).toEqual([]);
    const inLagos = { ...OVER, pulledAtMs: OCTOBER.toMs, options: { timeZone: "Africa/Lagos" } };
    expect(obstaclesOf(inLagos, none, 0)[0]?.sentence).toContain("2026-11-01 00:59:59 Africa/Lagos");
  });

  test("is, for files, records that end before the month does", () => {
    const none = reviewed([], []);
    const files = { ...OVER, pulledAtMs: null };
    expect(obstaclesOf(files, none, 0)).toEqual([]);
    expect(obstaclesOf({ ...files, asOfMs: Date.UTC(2026, 9, 21) }, none, 0)).toMatchObject([
      { sentence: "The latest time in the records is 2026-10-21 00:00:00 UTC, before the month ended" },
    ]);
    expect(obstaclesOf({ ...files, asOfMs: null }, none, 0)).toMatchObject([{ kind: "not-over" }]);
  });

  test("is an opening other than the signed one, with both amounts, until somebody decides it", () => {
    const findings = [opening(1, 25), opening(2, 30)];
    expect(obstaclesOf(OVER, reviewed(findings, []), 2).at(-1)).toEqual({
      kind: "opening-not-carried",
      sentence:
        "The wallet of user 1 opens at 10.25, but the month before was signed to close at 10.00; 1 more wallet also differs",
    });
    const both = findings.map((finding, at) => decided(at + 1, finding));
    expect(obstaclesOf(OVER, reviewed(findings, both), 2)).toEqual([]);
  });
});

describe("what changed since a month was prepared", () => {
  const wallet = {
    userID: 1,
    businessID: null,
    currency: "NGN",
    entries: 5,
    opening: 0,
    inflow: 1500,
    outflow: 50,
    breakDifference: 0,
    closing: 1450,
    tiesOut: true,
  };
  const first = decided(1, breakAt(1));
  /** Of exceptions 1 and 2, which decision counts. */
  const counting = (decisions: readonly Decision[]) =>
    countingIn(reviewed([breakAt(1), breakAt(2)], decisions));
  const then = {
    checkSha256: "a",
    wallets: [wallet],
    findings: [breakAt(1), breakAt(2)],
    ...counting([first]),
  };

  test("is nothing for a reviewer's tick or remark on what was decided", () => {
    const note = "Remark on decision 1 (typed in October.xlsx, Exceptions row 12): Which ticket?";
    const { status } = first;
    const decisions = counting([first, decided(2, breakAt(1), { note, status, by: "Ben" })]);
    expect(changesSince(then, { ...then, ...decisions }, 0)).toEqual([]);
  });

  test("is nothing for a decision outside the month's exceptions", () => {
    const decisions = counting([first, decided(2, breakAt(99))]);
    expect(changesSince(then, { ...then, ...decisions }, 0)).toEqual([]);
  });

  test.each([
    [
      { wallets: [{ ...wallet, closing: 1460 }] },
      "the wallet of user 1 closed at 1,450 and now closes at 1,460",
    ],
    [
      { wallets: [{ ...wallet, inflow: wallet.inflow + 1 }] },
      "the movements of user 1 changed by +1, with the same closing balance",
    ],
    [
      { wallets: [{ ...wallet, opening: 1 }] },
      "the figures of user 1 changed, with the same closing balance",
    ],
    [{ wallets: [wallet, { ...wallet, userID: 2 }] }, "the wallet of user 2 is new"],
    [{ wallets: [] }, "the wallet of user 1 is gone"],
    [{ findings: [breakAt(1)] }, "1 exception gone"],
    [{ findings: [breakAt(1), breakAt(2), breakAt(3), breakAt(4)] }, "2 new exceptions"],
    [{ findings: [breakAt(1), breakAt(2, 11)] }, "1 new exception, 1 gone"],
    [{ findings: [...then.findings, breakAt(3, 0, { severity: "info" })] }, "1 new notice"],
    [{}, "the records or options of the check changed, with the same figures and exceptions"],
  ])("includes the check: %j", (fields, words) => {
    expect(changesSince(then, { ...then, checkSha256: "b", ...fields }, 0)).toEqual([words]);
  });

  test("includes decisions: a newer one, one undone, one on an exception that had none", () => {
    const words = ["1 exception has a different decision"];
    const newer = [first, decided(2, breakAt(1), { status: "accepted" })];
    expect(changesSince(then, { ...then, ...counting(newer) }, 0)).toEqual(words);
    const undone = [first, decided(2, breakAt(1), { undoes: 1 })];
    expect(changesSince(then, { ...then, ...counting(undone) }, 0)).toEqual(words);
    const another = [...newer, decided(3, breakAt(2))];
    expect(changesSince(then, { ...then, ...counting(another) }, 0)).toEqual([
      "2 exceptions have different decisions",
    ]);
  });
});
