import { describe, expect, it } from "vitest";
import type { DecidedFinding, Decision } from "../../../src/core/review/decisions/decision.ts";
import { decidedMeanwhile, historyOf } from "../../../src/renderer/shared/decide/use-undo.tsx";

const FINDING: DecidedFinding = {
  rule: "chain-break",
  walletID: 77,
  payref: "A1",
  payID: null,
  userID: 1,
  businessID: 7,
  difference: -100,
  message: "off by 100",
};

function decision(id: number, facts: Partial<Decision> = {}): Decision {
  const base = { status: "explained", note: "why", by: "Ada Obi", atMs: id, undoes: null } as const;
  return { id, fingerprint: "now", finding: FINDING, ...base, ...facts };
}

const subject = { ...FINDING, fingerprint: "now" };

describe("the history of decisions on a finding", () => {
  it("is newest first by number, whatever the clock said, and marks which was undone", () => {
    const lines = historyOf(subject, [
      decision(1, { atMs: 500 }),
      decision(3, { status: "open", undoes: 2, atMs: 3 }),
      decision(2, { status: "accepted" }),
    ]);
    expect(lines.map(({ decision: { id }, undoneBy }) => [id, undoneBy?.id ?? null])).toEqual([
      [3, null],
      [2, 3],
      [1, null],
    ]);
  });

  it("includes those on different numbers of the same rule and record, and says so", () => {
    const before = { ...FINDING, payref: "A2", difference: -90 };
    const lines = historyOf(subject, [
      decision(1, { fingerprint: "then", finding: before }),
      decision(2, { fingerprint: "other", finding: { ...FINDING, walletID: 78 } }),
      decision(4, { fingerprint: "other rule", finding: { ...FINDING, rule: "negative-balance" } }),
      decision(5),
    ]);
    expect(lines.map(({ decision: { id }, onOtherNumbers }) => [id, onOtherNumbers])).toEqual([
      [5, false],
      [1, true],
    ]);
  });

  it("distinguishes transactions by payID, and others by payref", () => {
    const missing = { ...FINDING, rule: "paid-without-entry", walletID: null, payID: 9 } as const;
    const lines = historyOf({ ...missing, fingerprint: "now" }, [
      decision(1, { fingerprint: "x", finding: missing }),
      decision(2, { fingerprint: "y", finding: { ...missing, payID: 10 } }),
    ]);
    expect(lines.map(({ decision: { id } }) => id)).toEqual([1]);
  });
});

describe("case 39: what another tab decided meanwhile", () => {
  it("is the newest unseen decision on each selected line", () => {
    const decisions = [
      decision(1, { fingerprint: "a" }),
      decision(2, { fingerprint: "b" }),
      decision(4, { fingerprint: "b", undoes: 2 }),
    ];
    const lines = [
      { fingerprint: "a", seen: 1 },
      { fingerprint: "b", seen: 2 },
      { fingerprint: "c", seen: null },
    ];
    expect(decidedMeanwhile(lines, decisions).map(({ id }) => id)).toEqual([4]);
  });
});
