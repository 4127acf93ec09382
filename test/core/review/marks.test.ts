/** Which marks in a month's file are refused. */
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { type FileMark, type MarkGround, assertMark } from "../../../src/core/review/file/marks.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";

const OCTOBER = "2026-10" as Month;
const WALLET = { userID: 1, businessID: null, currency: "NGN" };
const GROUND: MarkGround = {
  isSigned: false,
  terms: FIRST_TERMS,
  before: null,
  isEvidence: (id) => id === 1,
};

const confirmation = (balance: number | null, source = "By mail", evidence: number | null = null) =>
  ({ kind: "confirmation", wallet: WALLET, balance, source, evidence }) as const;
const ticked = (done: boolean) => ({ kind: "step", step: 1, done }) as const;

function mark(subject: FileMark["subject"], before: FileMark["subject"] | null = null, note = "As agreed") {
  const made = { id: 1, month: OCTOBER, by: "Ben Eze", note: "", atMs: 0 };
  const ground = { ...GROUND, before: before === null ? null : { ...made, subject: before } };
  return () => assertMark({ month: OCTOBER, subject, by: "Ada Obi", note }, ground);
}

test("a confirmation is taken back where one stands, with a note", () => {
  expect(mark(confirmation(null), confirmation(120))).not.toThrow();
  expect(mark(confirmation(null), confirmation(120), "")).toThrow("needs a note that says why");
  expect(mark(confirmation(null), confirmation(0))).not.toThrow();
  for (const before of [null, confirmation(null), ticked(true)])
    expect(mark(confirmation(null), before)).toThrow("This balance is not confirmed");
});

test("a confirmation has an amount, and a source or evidence of the month", () => {
  expect(mark(confirmation(120))).not.toThrow();
  expect(mark(confirmation(120, "", 1))).not.toThrow();
  expect(mark(confirmation(0.5))).toThrow("The confirmed balance is not an amount");
  expect(mark(confirmation(120, " "))).toThrow("A confirmation needs its source, or evidence");
  expect(mark(confirmation(120, "By mail", 2))).toThrow("The month has no evidence with this number");
});

test("a step is ticked once, and unticked where it is ticked", () => {
  expect(mark(ticked(true))).not.toThrow();
  expect(mark(ticked(true), ticked(false))).not.toThrow();
  expect(mark(ticked(true), ticked(true))).toThrow("Ben Eze has already ticked step 1");
  expect(mark(ticked(false), ticked(true))).not.toThrow();
  expect(mark(ticked(false))).toThrow("Step 1 is not ticked");
  expect(mark({ ...ticked(true), step: 99 })).toThrow("The checklist has no step 99");
});
