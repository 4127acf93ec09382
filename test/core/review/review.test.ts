import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { decisionStates, strayDecisions } from "../../../src/core/review/decisions/review.ts";
import { type Watch, growthOverSixteen } from "../../helpers/growth.ts";
import { breakAt, decided, reviewed } from "../../helpers/ledgers/decisions.ts";
import { check, wallet } from "../../helpers/records.ts";

const info = (walletID: number) => breakAt(walletID, 0, { rule: "repeated-entry", severity: "info" });
const warning = (walletID: number) => breakAt(walletID, 1, { rule: "no-movement", severity: "warning" });

/** Status of each finding, in order. */
function statuses(findings: readonly Finding[], decisions: readonly Decision[]): string[] {
  return reviewed(findings, decisions).findings.map(({ status }) => status);
}

const undoing = (id: number, finding: Finding, undoes: number) => decided(id, finding, { undoes, note: "" });

describe("the decision in force", () => {
  const one = breakAt(1);

  test("is the newest by its id, whatever the clock said", () => {
    const decisions = [
      decided(1, one, { status: "accepted", atMs: 9000 }),
      decided(2, one, { status: "raised", atMs: 10 }),
    ];
    expect(reviewed([one], decisions).findings).toEqual([
      { finding: one, status: "raised", decision: decisions[1], before: null, changes: [], seen: 2 },
    ]);
  });

  test("is never an undone one: it is the one before, then none", () => {
    const taken = [decided(1, one, { status: "accepted" }), decided(2, one, { status: "raised" })];
    expect(statuses([one], [...taken, undoing(3, one, 2)])).toEqual(["accepted"]);
    expect(statuses([one], [...taken, undoing(3, one, 2), undoing(4, one, 1)])).toEqual(["open"]);
    expect(decisionStates([...taken, undoing(3, one, 1)]).get(one.fingerprint)).toEqual({
      newestId: 3,
      inForce: taken[1],
    });
  });

  test("counts after an undo, and an undo shows although nothing is in force", () => {
    const undone = [decided(1, one), undoing(2, one, 1)];
    expect(reviewed([one], undone).findings[0]).toMatchObject({ status: "open", seen: 2 });
    expect(statuses([one], [...undone, decided(3, one, { status: "raised" })])).toEqual(["raised"]);
  });

  test("names who set a finding back to open", () => {
    const back = decided(2, one, { status: "open", by: "Bola", note: "" });
    expect(reviewed([one], [decided(1, one), back]).findings[0]).toMatchObject({
      status: "open",
      decision: back,
      before: null,
    });
  });
});

describe("reopened: decided on different numbers", () => {
  const [then, now] = [breakAt(1, 10), breakAt(1, 12)];

  test("shows the numbers before and now", () => {
    const before = decided(1, then, { status: "accepted" });
    expect(reviewed([now], [before]).findings).toEqual([
      { finding: now, status: "reopened", decision: null, before, changes: [], seen: null },
    ]);
    expect([before.finding.difference, now.difference]).toEqual([10, 12]);
  });

  test("by the newest decision on earlier numbers", () => {
    const [older, newer] = [decided(1, then), decided(2, breakAt(1, 11), { status: "raised" })];
    expect(reviewed([now], [newer, older]).findings[0]?.before).toBe(newer);
  });

  test("not when that decision was undone, or set back to open", () => {
    expect(statuses([now], [decided(1, then), undoing(2, then, 1)])).toEqual(["open"]);
    expect(statuses([now], [decided(1, then), decided(2, then, { status: "open" })])).toEqual(["open"]);
  });

  test("not once it is decided again, and undoing that reopens it again", () => {
    const anew = [decided(1, then), decided(2, now, { status: "raised" })];
    expect(statuses([now], anew)).toEqual(["raised"]);
    expect(statuses([now], [...anew, undoing(3, now, 2)])).toEqual(["reopened"]);
  });

  test("numbers that return find their decision again", () => {
    expect(statuses([then], [decided(1, then), decided(2, now, { status: "raised" })])).toEqual([
      "explained",
    ]);
  });

  test("treats the same record and rule under another payref or owner as the same exception", () => {
    const moved = breakAt(1, 12, { payref: "PAY-2", businessID: 8 });
    expect(statuses([moved], [decided(1, then)])).toEqual(["reopened"]);
  });

  test("treats another rule or record as another exception", () => {
    const others = [breakAt(2, 12), breakAt(1, 12, { rule: "negative-balance" })];
    expect(statuses(others, [decided(1, then)])).toEqual(["open", "open"]);
  });

  test("with several findings of one rule and record, a decided one still raised reopens no other", () => {
    expect(statuses([then, now], [decided(1, then)])).toEqual(["explained", "open"]);
  });

  test("tells transactions apart by their payID", () => {
    const unpaid = (payID: number, difference: number) =>
      ({ ...breakAt(payID, difference, { rule: "amount-mismatch" }), walletID: null, payID }) as const;
    expect(statuses([unpaid(1, 3), unpaid(2, 3)], [decided(1, unpaid(1, 2))])).toEqual(["reopened", "open"]);
  });

  test("shows numbers then and now for a real check over changed records", () => {
    const broken = (off: number) =>
      check({
        entries: wallet([1000, 200, 300]).map((one) => ({
          ...one,
          balance: one.balance + (one.walletID === 3 ? off : 0),
        })),
      }).findings.filter(({ rule }) => rule === "chain-break");
    const [first] = broken(9);
    if (first === undefined) throw new Error("the chain did not break");
    const decision = decided(1, first);
    expect(statuses(broken(9), [decision])).toEqual(["explained"]);
    const [again] = reviewed(broken(11), [decision]).findings;
    expect([again?.status, again?.before?.finding.difference, again?.finding.difference]).toEqual([
      "reopened",
      9,
      11,
    ]);
  });
});

describe("progress", () => {
  test("counts errors and warnings; reopened ones are open again; notices do not count", () => {
    const findings = [breakAt(1), breakAt(2), breakAt(3, 8), warning(4), warning(5), info(6)];
    const decisions = [
      decided(1, breakAt(1), { status: "accepted" }),
      decided(2, warning(4), { status: "raised" }),
      decided(3, breakAt(3, 7)),
      decided(4, info(6)),
    ];
    const { progress, findings: all } = reviewed(findings, decisions);
    expect(all.at(-1)?.status).toBe("explained");
    expect(progress).toEqual({
      reviewed: 2,
      total: 5,
      bySeverity: { error: { reviewed: 1, total: 3 }, warning: { reviewed: 1, total: 2 } },
      byStatus: { open: 2, explained: 0, accepted: 1, raised: 1, reopened: 1 },
    });
  });

  test("has nothing to review without findings", () => {
    expect(reviewed([], [decided(1, breakAt(1))]).progress).toMatchObject({ reviewed: 0, total: 0 });
  });
});

/** Decisions and reversals as a ledger could hold them: an undoing undoes an earlier decision in force. */
const histories = fc
  .array(
    fc.record({
      finding: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
      status: fc.constantFrom("open", "explained", "accepted", "raised"),
      undo: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    const decisions: Decision[] = [];
    for (const { finding: numbers, status, undo } of steps) {
      const [finding, id] = [breakAt(...numbers), decisions.length + 1];
      const inForce = decisionStates(decisions).get(finding.fingerprint)?.inForce ?? null;
      if (!undo) decisions.push(decided(id, finding, { status }));
      else if (inForce !== null) decisions.push(undoing(id, finding, inForce.id));
    }
    return decisions;
  });

const FINDINGS = [breakAt(1, 1), breakAt(1, 2), breakAt(2, 1), breakAt(3, 2), info(3)];

test("a decision is astray where it counts on a finding that says something else than it was taken on", () => {
  const [own, other] = [breakAt(1), breakAt(2)];
  const astray = { finding: decided(0, { ...other, walletID: 9 }).finding };
  const review = reviewed([own, other, breakAt(3)], [decided(1, own), decided(2, other, astray)]);
  expect(review.findings.map(({ decision }) => decision?.id)).toEqual([1, 2, undefined]);
  expect(strayDecisions(review)).toEqual([2]);
});

test("ignores the order of the decisions", () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (decisions, ranks) => {
      const shuffled = decisions
        .map((decision) => ({ decision, rank: ranks.next().value as number }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ decision }) => decision);
      expect(reviewed(FINDINGS, shuffled)).toEqual(reviewed(FINDINGS, decisions));
    }),
  );
});

test("after an undo is exactly what it was before the decision", () => {
  fc.assert(
    fc.property(histories, (decisions) => {
      const finding = breakAt(1, 1);
      const id = decisions.length + 1;
      const there = [...decisions, decided(id, finding, { status: "raised" }), undoing(id + 1, finding, id)];
      expect(statuses(FINDINGS, there)).toEqual(statuses(FINDINGS, decisions));
    }),
  );
});

test("what is read of findings and their decisions grows with their number", () => {
  const many = (count: number, watch: Watch) => {
    const findings = Array.from({ length: count }, (_, at) => watch(breakAt(at + 1, 2)));
    const decisions = findings.flatMap((finding, at) => [
      watch(decided(3 * at + 1, breakAt(at + 1, 1))),
      watch(decided(3 * at + 2, finding)),
      watch(undoing(3 * at + 3, finding, 3 * at + 2)),
    ]);
    return () => {
      expect(reviewed(findings, decisions).progress.byStatus.reopened).toBe(count);
    };
  };
  expect(growthOverSixteen(many, 3200)).toBeLessThan(32);
});
