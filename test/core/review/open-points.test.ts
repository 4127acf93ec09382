import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import {
  confirmationWords,
  confirmedWords,
  lapsedNoteWords,
} from "../../../src/core/review/file/confirmation-words.ts";
import { monthFileOf } from "../../../src/core/review/file/month-file.ts";
import type { FileMark, MarkSubject } from "../../../src/core/review/file/marks.ts";
import { openPoints } from "../../../src/core/review/file/open-points.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";

const MONTH = "2026-10" as Month;
const KEY = { userID: 1, businessID: null, currency: "NGN" };
const ZERO = { ...KEY, entries: 1, opening: 0, inflow: 0, outflow: 0, breakDifference: 0, closing: 0 };
const NOW = [{ ...ZERO, inflow: 120, closing: 120 }];
const BEFORE = [{ ...ZERO, inflow: 100, closing: 100 }];
const SIGNED = { by: "Ada", note: "Known", atMs: 1 };

/** What a file with some marks waits for. @param percent of the threshold; each figure moved by 20 */
function pointsOf(subjects: readonly MarkSubject[], percent = 20): string[] {
  const marks = subjects.map((subject, at): FileMark => ({ id: at + 1, month: MONTH, subject, ...SIGNED }));
  const terms = { ...FIRST_TERMS, fluctuation: { amount: 20, percent }, checklist: [{ id: 9, text: "All" }] };
  const versions = [{ id: 1, terms, ...SIGNED }];
  const standing = { month: MONTH, prepared: null };
  const checked = { findings: [], notOver: null, unsignedBefore: 0 };
  const ground = { wallets: { now: NOW, before: BEFORE }, withdrawn: new Map(), checked, decimals: 0 };
  return openPoints(monthFileOf(standing, { versions, marks }, ground));
}

const TICKED = { kind: "step", step: 9, done: true } as const;
const CONFIRMED = {
  kind: "confirmation",
  wallet: KEY,
  balance: 120,
  source: "Mail",
  evidence: null,
} as const;
const INFLOW = { kind: "fluctuation", wallet: KEY, figure: "inflow", before: 100, now: 120 } as const;
const CLOSING = { ...INFLOW, figure: "closing" } as const;

test("names each thing that a file waits for, and nothing once all is done", () => {
  expect(pointsOf([])).toEqual([
    "1 of 1 step is not done",
    "1 of 1 closing balance is not confirmed",
    "2 figures moved and have no note",
  ]);
  expect(pointsOf([TICKED, { ...CONFIRMED, balance: 121 }, INFLOW])).toEqual([
    "the provider's balance of User 1 differs by 1",
    "1 figure moved and has no note",
  ]);
  expect(pointsOf([TICKED, CONFIRMED, INFLOW, CLOSING])).toEqual([]);
});

test("the newest mark counts, a note only on its own amounts, and a figure asks when it moved by both", () => {
  expect(pointsOf([TICKED, { ...TICKED, done: false }, CONFIRMED, INFLOW, CLOSING])).toEqual([
    "1 of 1 step is not done",
  ]);
  expect(pointsOf([TICKED, CONFIRMED, { ...CONFIRMED, balance: null }, INFLOW, CLOSING])).toEqual([
    "1 of 1 closing balance is not confirmed",
  ]);
  expect(pointsOf([TICKED, CONFIRMED, { ...INFLOW, now: 119 }, CLOSING])).toEqual([
    "the note on inflow of User 1 lapsed: written of 119; the figure is now 120",
    "1 figure moved and has no note",
  ]);
  expect(pointsOf([TICKED, CONFIRMED], 21)).toEqual([]);
});

test("a step that the figures show to be done needs no tick, and one that they do not does", () => {
  const counted = (notOver: string | null) => {
    const checklist = FIRST_TERMS.checklist.filter(({ id }) => id <= 2);
    const versions = [{ id: 1, terms: { ...FIRST_TERMS, checklist }, ...SIGNED }];
    const checked = { findings: [], notOver, unsignedBefore: 0 };
    const ground = { wallets: { now: [], before: [] }, withdrawn: new Map(), checked, decimals: 0 };
    return openPoints(monthFileOf({ month: MONTH, prepared: null }, { versions, marks: [] }, ground));
  };
  expect(counted(null)).toEqual([]);
  expect(counted("No record is dated after the end of the month")).toEqual(["1 of 2 steps is not done"]);
});

test("names a tick that the figures contradict, a confirmation that lapsed, and a materiality that is too high", () => {
  const marks = [
    { ...CONFIRMED, evidence: 4 },
    { ...TICKED, step: 5 },
  ].map((subject, at): FileMark => {
    return { id: at + 1, month: MONTH, subject, ...SIGNED };
  });
  const materiality = [{ currency: "NGN", amount: 121, performance: null, trivial: null, basis: "" }];
  const checklist = FIRST_TERMS.checklist.filter(({ id }) => id === 5);
  const versions = [{ id: 1, terms: { ...FIRST_TERMS, materiality, checklist }, ...SIGNED }];
  const withdrawn = new Map([[4, { evidence: 4, by: "Cy Dee", note: "Forged paper", atMs: 2 }]]);
  const checked = { findings: [], notOver: null, unsignedBefore: 0 };
  const ground = { wallets: { now: NOW, before: BEFORE }, withdrawn, checked, decimals: 1 };
  const file = monthFileOf({ month: MONTH, prepared: null }, { versions, marks }, ground);
  expect(openPoints(file)).toEqual([
    "the materiality of NGN 12.1 is above 12.0, the larger of closing balance and inflows",
    "step 5 is ticked, but not so: 1 of 1 closing balance is not confirmed",
    "1 of 1 closing balance is not confirmed",
    "the confirmation of User 1 lapsed: evidence 4 was withdrawn by Cy Dee: Forged paper",
  ]);
  expect(confirmationWords(file.balances, 1)).toBe(
    "User 1: not confirmed, though Ada entered it: evidence 4 was withdrawn by Cy Dee: Forged paper.",
  );
});

test.each([
  [119, "differs from the closing balance by −1"],
  [120, "agrees with the closing balance"],
  [121, "differs from the closing balance by 1"],
])("of a closing balance of 120, a provider's %i %s", (stated, words) => {
  const subject = { ...CONFIRMED, balance: stated };
  const marks: FileMark[] = [{ id: 1, month: MONTH, subject, ...SIGNED }];
  const versions = [{ id: 1, terms: FIRST_TERMS, ...SIGNED }];
  const checked = { findings: [], notOver: null, unsignedBefore: 0 };
  const ground = { wallets: { now: NOW, before: BEFORE }, withdrawn: new Map(), checked, decimals: 0 };
  const { balances } = monthFileOf({ month: MONTH, prepared: null }, { versions, marks }, ground);
  expect(balances.map((balance) => confirmedWords(balance, 0))).toEqual([
    `User 1: the provider confirms ${stated} NGN (Mail; entered by Ada). It ${words}.`,
  ]);
});

test("a note that was written on other amounts says which, and what they are now", () => {
  const moved = { before: 1000, now: 1310 };
  const words = (before: number, now: number) => lapsedNoteWords(moved, { ...SIGNED, before, now }, 2);
  expect(words(1000, 1204)).toBe("lapsed: written of 12.04; the figure is now 13.10");
  expect(words(900, 1310)).toBe("lapsed: written when the month before was 9.00; that is now 10.00");
  expect(words(900, 1204)).toBe("lapsed: written of 12.04 after 9.00; the figures are now 13.10 and 10.00");
});

test("what was entered of a wallet that has no figures any more is kept and read, but for what was taken back", () => {
  const other = { ...KEY, userID: 2 };
  const confirmed = { ...CONFIRMED, wallet: other, evidence: 4 };
  const inflow = { ...INFLOW, wallet: other };
  expect(pointsOf([TICKED, CONFIRMED, INFLOW, CLOSING, confirmed, inflow])).toEqual([
    "user 2, NGN has no figures this month; kept: the provider confirms 120 (Mail, evidence 4; entered by Ada)",
    "user 2, NGN has no figures this month; kept: the note of Ada on inflow 120, the month before 100: Known",
  ]);
  const back = { ...confirmed, balance: null };
  expect(pointsOf([TICKED, CONFIRMED, INFLOW, CLOSING, confirmed, back])).toEqual([]);
});
