import { describe, expect, test } from "vitest";
import { NOTE_LIMIT } from "../../../src/core/review/decisions/note-rules.ts";
import { meaningOfTick } from "../../../src/core/review/decisions/reviewer-tick.ts";
import { type TypedFinding, proposalOf } from "../../../src/core/review/decisions/typed-review.ts";
import { breakAt, decided } from "../../helpers/decisions.ts";

const TYPED: TypedFinding = {
  tick: "✓",
  note: "Agreed to the bank.",
  isFormula: false,
  place: "October.xlsx, Exceptions row 12",
  edited: [],
  restsOnOther: false,
  status: "open",
  decision: null,
  since: null,
  otherwise: null,
  before: null,
};

const judged = (fields: Partial<TypedFinding>) => proposalOf({ ...TYPED, ...fields });

test("on a finding whose record says something else since is to be looked at first, and can be taken in", () => {
  expect(judged({ restsOnOther: true })).toEqual({
    ...judged({}),
    caution:
      "A record that it rests on says something else since the export: the reviewer has not seen it so.",
  });
});

describe("a tick", () => {
  test.each(["✓", "✔", "✔️", "☑", "√", " ok ", "OK.", "Yes", "y", "1", "TRUE"])("%s agrees", (tick) => {
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
  ])("%s is %s", (tick, meaning) => {
    expect(meaningOfTick(tick)).toBe(meaning);
  });
});

describe("what becomes of it", () => {
  test("a tick with its note, nothing standing against it", () => {
    expect(judged({})).toEqual({
      proposed: { status: "accepted", note: "Agreed to the bank." },
      caution: null,
    });
  });

  test("a tick alone is noted with where it was made; one that opens needs no note", () => {
    expect(judged({ note: "" }).proposed).toEqual({
      status: "accepted",
      note: "Ticked in October.xlsx, Exceptions row 12",
    });
    expect(judged({ tick: "open", note: "" }).proposed).toEqual({ status: "open", note: "" });
  });

  test("a tick on what was decided agrees with it, and says with whose decision", () => {
    const decision = decided(5, breakAt(3), { status: "raised", by: "Ada", note: "Ticket 4711" });
    const { proposed, caution } = judged({ note: "", status: "raised", decision });
    expect(proposed).toEqual({
      status: "raised",
      note: "Agrees with decision 5 of Ada: Ticket 4711 (ticked in October.xlsx, Exceptions row 12)",
    });
    expect(caution).toBeNull();
    expect(judged({ status: "raised", decision }).proposed).toEqual({ status: "raised", note: TYPED.note });
    const agreed = decided(6, breakAt(3), { ...proposed, by: "Bola" });
    expect(judged({ note: "", status: "raised", decision: agreed, since: agreed })).toEqual({
      proposed: null,
      caution: "Decision 6 says so already.",
    });
  });

  test("a tick does not agree with a decision that came after the workbook was exported", () => {
    const since = decided(6, breakAt(3), { status: "raised", by: "Bola" });
    const { proposed, caution } = judged({ status: "raised", decision: since, since });
    expect(proposed?.status).toBe("accepted");
    expect(caution).toContain("Since the export Bola decided on it");
  });

  test("a note alone on what was decided stays with that status, and is to be looked at first", () => {
    const decision = decided(5, breakAt(3), { status: "raised", by: "Ada" });
    expect(judged({ tick: "", status: "raised", decision })).toEqual({
      proposed: { status: "raised", note: TYPED.note },
      caution: "A note without a tick: taken as raised.",
    });
  });

  test("a note alone explains what is open, with a caution", () => {
    for (const status of ["open", "reopened"] as const) {
      const { proposed, caution } = judged({ tick: "", status });
      expect(proposed).toEqual({ status: "explained", note: "Agreed to the bank." });
      expect(caution).toContain("note without a tick");
    }
  });

  test.each([
    ["what is not understood", { tick: "see Ada" }, /not one that is understood/u],
    ["a cross", { tick: "x" }, /A cross can mean agreed or wrong/u],
    ["a finding that is raised no more", { status: null }, /raises this finding no more/u],
    ["a formula", { isFormula: true }, /formula/u],
    ["a second row of one finding", { before: "Exceptions row 9" }, /Exceptions row 9/u],
    ["a note longer than a note may be", { note: "x".repeat(NOTE_LIMIT + 1) }, /10,001 characters/u],
    ["an empty box", { tick: "FALSE", note: "" }, /not ticked/u],
  ] as const)("%s is not taken in, and it is said why", (_, fields, words) => {
    const { proposed, caution } = judged(fields);
    expect(proposed).toBeNull();
    expect(caution).toMatch(words);
  });

  test("what says the same as the decision in force was taken in before", () => {
    const decision = decided(5, breakAt(3), { status: "accepted", note: TYPED.note });
    const since = decision;
    expect(judged({ status: "accepted", decision, since })).toEqual({
      proposed: null,
      caution: "Decision 5 says so already.",
    });
    expect(judged({ status: "accepted", decision, since, note: "Another." }).proposed).not.toBeNull();
  });

  test("what was decided since the export, and what was edited in its row, is to be looked at first", () => {
    const since = decided(6, breakAt(3), { status: "raised", by: "Bola" });
    expect(judged({ status: "raised", decision: since, since }).caution).toBe(
      "Since the export Bola decided on it: decision 6, raised.",
    );
    expect(judged({ edited: ["What was found", "Actual"] }).caution).toBe(
      '"What was found", "Actual" were edited in its row: the reviewer saw something else than the check says.',
    );
  });
});
