import { describe, expect, test } from "vitest";
import { NOTE_LIMIT } from "../../../src/core/review/decisions/note-rules.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { decisionStates } from "../../../src/core/review/decisions/review.ts";
import {
  meaningOfTick,
  type TypedFinding,
  proposalOf,
} from "../../../src/core/review/decisions/typed-review.ts";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";

const TYPED: TypedFinding = {
  tick: "✓",
  note: "Agreed to the bank.",
  isFormula: false,
  place: "October.xlsx, Exceptions row 12",
  edited: [],
  isHidden: false,
  restsOnOther: false,
  status: "open",
  decision: null,
  since: null,
  endorsements: [],
  points: [],
  noPoint: null,
  otherwise: null,
  before: null,
};

const judged = (fields: Partial<TypedFinding>) => proposalOf({ ...TYPED, ...fields });

test("a line on a finding whose record changed has a caution, and can be imported", () => {
  expect(judged({ restsOnOther: true })).toEqual({
    ...judged({}),
    caution: "A record behind it changed since the export. The reviewer has not seen the change.",
  });
});

describe("a tick", () => {
  test.each(["✓", "✔", "✔️", "☑", "√", " ok ", "OK.", "Yes", "y", "1", "TRUE"])("%s means agreed", (tick) => {
    expect(meaningOfTick(tick)).toBe("agreed");
  });
  test.each([
    ["accepted", "accepted"],
    ["Accepted", "accepted"],
    ["explained", "explained"],
    ["EXPLAINED", "explained"],
    [" raised.", "raised"],
    ["Open", "open"],
    ["", "nothing"],
    ["  ", "nothing"],
    ["FALSE", "nothing"],
    ["0", "nothing"],
    ["✗", "unclear"],
    ["x", "unclear"],
    ["X", "unclear"],
    ["×", "unclear"],
    ["no", "unclear"],
    ["see Ada", "unclear"],
    ["=1+1", "unclear"],
    ["explained raised", "unclear"],
  ])("%s means %s", (tick, meaning) => {
    expect(meaningOfTick(tick)).toBe(meaning);
  });
});

describe("what a line becomes", () => {
  test("imports a tick with its note, when nothing conflicts", () => {
    expect(judged({})).toEqual({
      proposed: { status: "accepted", note: "Agreed to the bank." },
      point: null,
      caution: null,
    });
  });

  test("notes on a tick alone where it was made, and needs no note for one that opens", () => {
    expect(judged({ note: "" }).proposed).toEqual({
      status: "accepted",
      note: "Ticked in October.xlsx, Exceptions row 12",
    });
    expect(judged({ tick: "open", note: "" }).proposed).toEqual({ status: "open", note: "" });
  });

  test("agrees by a tick with a decision, whose own note stays, and makes a point of a note beside it", () => {
    const decision = decided(5, breakAt(3), { status: "raised", by: "Ada", note: "Ticket 4711" });
    const agreed = "Agrees with decision 5 (ticked in October.xlsx, Exceptions row 12)";
    const agreeing = { status: "raised", note: agreed };
    const on = { status: "raised", decision } as const;
    expect(judged({ ...on, note: "" })).toEqual({ proposed: agreeing, point: null, caution: null });
    expect(judged(on)).toEqual({ proposed: agreeing, point: TYPED.note, caution: null });
    // The word for what was decided agrees as a tick does.
    expect(judged({ ...on, tick: "Raised", note: "" }).proposed).toEqual(agreeing);
    expect(judged({ ...on, tick: "Raised" })).toEqual(judged(on));
    expect(judged({ ...on, note: "", endorsements: [agreed] })).toEqual({
      proposed: null,
      point: null,
      caution: `Imported already: a${agreed.slice(1)}.`,
    });
    // What was imported of the two is left out of the next import.
    const one = { ...on, endorsements: [agreed] };
    expect(judged(one)).toEqual({ proposed: null, point: TYPED.note, caution: null });
    expect(judged({ ...one, points: [TYPED.note] }).caution).toBe("Imported already: its point is made.");
    expect(judged({ ...on, endorsements: [`${agreed}: ${TYPED.note}`] }).caution).toBe(
      "Imported already: its point is made.",
    );
  });

  test("does not agree by a tick with a decision made after the workbook was exported", () => {
    const since = decided(6, breakAt(3), { status: "raised", by: "Bola" });
    const { proposed, caution } = judged({ status: "raised", decision: since, since });
    expect(proposed?.status).toBe("accepted");
    expect(caution).toContain("Bola decided it since the export");
  });

  test("makes a point of a note alone, decided or not: the decision and its note stay", () => {
    const decision = decided(5, breakAt(3), { status: "raised", by: "Ada", note: "Ticket 4711" });
    const typed = { tick: "", note: "Please add the ticket number" } as const;
    const asked = { proposed: null, point: typed.note, caution: null };
    expect(judged({ ...typed, status: "raised", decision })).toEqual(asked);
    for (const status of ["open", "reopened"] as const) expect(judged({ ...typed, status })).toEqual(asked);
    // As earlier versions kept it.
    const note = `Remark on decision 5 (typed in October.xlsx, Exceptions row 12): ${typed.note}`;
    const remark = decided(6, breakAt(3), { status: "raised", by: "Ben", note });
    expect(decisionStates([decision, remark]).get(decision.fingerprint)).toEqual({
      newestId: 6,
      inForce: decision,
    });
    expect(judged({ ...typed, status: "raised", decision, endorsements: [note] }).point).toBeNull();
  });

  test("makes no point of a note where the month takes none, and says why; a tick beside it counts", () => {
    const decision = decided(5, breakAt(3), { status: "raised", by: "Ada" });
    const noPoint = "October 2026 is signed off, so its notes make no points.";
    expect(judged({ tick: "", noPoint })).toEqual({ proposed: null, point: null, caution: noPoint });
    expect(judged({ status: "raised", decision, noPoint })).toMatchObject({
      proposed: { status: "raised" },
      point: null,
      caution: noPoint,
    });
  });

  test("lets a decision of another status, finding or time take the place of the one before, whatever its note", () => {
    const decision = decided(5, breakAt(3), { status: "raised" });
    const note = "Agrees with decision 5 (ticked in October.xlsx, Exceptions row 12)";
    const inForce = (one: Decision) => decisionStates([decision, one]).get(one.fingerprint)?.inForce?.id;
    expect(inForce(decided(6, breakAt(3), { status: "accepted", note }))).toBe(6);
    expect(inForce(decided(6, breakAt(4), { status: "raised", note }))).toBe(6);
    expect(inForce(decided(6, breakAt(3), { status: "raised", note }))).toBe(5);
    // As older versions wrote it, for which months were signed.
    const older = "Agrees with decision 5 of Ada: Ticket 4711 (ticked in October.xlsx, Exceptions row 12)";
    expect(inForce(decided(6, breakAt(3), { status: "raised", note: older }))).toBe(6);
  });

  test.each([
    ["what is not understood", { tick: "see Ada" }, /not understood/u],
    ["a cross", { tick: "x" }, /A cross can mean agreed or wrong/u],
    ["a finding that is raised no more", { status: null }, /no longer raises this finding/u],
    ["a formula", { isFormula: true }, /formula/u],
    ["a second row of one finding", { before: "Exceptions row 9" }, /Exceptions row 9/u],
    ["a note longer than a note may be", { note: "x".repeat(NOTE_LIMIT + 1) }, /10,001 characters/u],
    ["an empty box", { tick: "FALSE", note: "" }, /not ticked/u],
  ] as const)("does not import %s, and says why", (_, fields, words) => {
    const { proposed, caution } = judged(fields);
    expect(proposed).toBeNull();
    expect(caution).toMatch(words);
  });

  test("does not import again what equals the decision in force", () => {
    const decision = decided(5, breakAt(3), { status: "accepted", note: TYPED.note });
    const since = decision;
    expect(judged({ status: "accepted", decision, since })).toEqual({
      proposed: null,
      point: null,
      caution: "Decision 5 already says this.",
    });
    expect(judged({ status: "accepted", decision, since, note: "Another." }).proposed).not.toBeNull();
  });

  test("puts a caution on what was decided since the export, and on a row that was edited", () => {
    const since = decided(6, breakAt(3), { status: "raised", by: "Bola" });
    expect(judged({ status: "raised", decision: since, since }).caution).toBe(
      "Bola decided it since the export: decision 6, raised.",
    );
    expect(judged({ edited: ["What was found", "Actual"] }).caution).toBe(
      '"What was found", "Actual" were edited in this row. The reviewer did not see what the check says.',
    );
  });
});
