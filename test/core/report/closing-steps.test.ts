/** The steps of the close: how each stands, what can be done of it, and which comes first. */
import type { BankCounts } from "../../../src/core/bank/accepted.ts";
import { expect, test } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import type { CloseStepKind, Month, Obstacle } from "../../../src/core/review/close/close.ts";
import { mayFollow } from "../../../src/core/review/close/close-rules.ts";
import type { Point } from "../../../src/core/review/close/points.ts";
import type { MonthFacts } from "../../../src/core/review/close/months.ts";
import type { ConfirmedBalance, TickedStep } from "../../../src/core/review/file/month-file.ts";
import type { LetterStanding } from "../../../src/core/review/letters/letters.ts";
import { type ClosingStep, closingSteps, firstStepToDo } from "../../../src/core/report/closing-steps.ts";
import { type Conclusion, signWords } from "../../../src/core/report/lead/month-conclusion.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const OCTOBER = "2026-10" as Month;
const FROZEN = { ...NOTHING_FROZEN, rulesVersion: RULES_VERSION };
const TICK = { by: "Ada Obi", note: "", atMs: 0 };
const SENT = { ...TICK, on: "2026-11-02", to: "Escrow Ltd", how: "" };

function facts(state: MonthFacts["state"], ...kinds: readonly CloseStepKind[]): MonthFacts {
  const steps = kinds.map((kind, at) => ({
    id: at + 1,
    month: OCTOBER,
    step: kind,
    by: kind === "sign-off" ? "Ben Eze" : "Ada Obi",
    note: "",
    atMs: at,
    frozen: kind === "prepare" || kind === "sign-off" ? FROZEN : null,
  }));
  return { month: OCTOBER, state, steps, isOver: true };
}

function balance(isConfirmed: boolean): ConfirmedBalance {
  const wallet = { userID: 1, businessID: null, currency: "NGN" };
  const confirmation = { ...TICK, balance: 120, source: "Mail", evidence: null, difference: 0 };
  return { wallet, closing: 120, confirmation: isConfirmed ? confirmation : null, lapsed: null };
}

function step(tick: TickedStep["tick"], ok: boolean | null): TickedStep {
  const figures = ok === null ? null : { ok, words: ok ? "so" : "not so: 1 of 1 is open" };
  return { id: 1, text: "Everything pulled", tick, figures };
}

function letter(isSent: boolean): LetterStanding {
  const written = { ref: "2026-10/1", month: OCTOBER, written: TICK, answers: [], items: [] };
  const document = { file: "a.docx", sha256: "", bytes: 1, address: null };
  const sent = isSent ? SENT : null;
  return { letter: { ...written, ...document, sent }, states: [], days: null, withdrawn: [] } as never;
}

const DONE = {
  report: {
    facts: facts("open"),
    obstacles: [] as readonly Obstacle[],
    refusal: null as string | null,
    bank: null as BankCounts | null,
    changes: [] as readonly string[],
    errors: { total: 2, decided: 2 },
    warnings: { total: 0, decided: 0 },
    raised: { total: 0, unasked: 0, cleared: 0 },
    points: [] as readonly Point[],
  },
  file: { steps: [step(TICK, null)], balances: [balance(true)], decimals: 0 },
  letters: [] as readonly LetterStanding[],
  pulledWords: "2026-11-02 08:00",
  nowWord: "now",
};

const idOf = (first: ClosingStep | null) => (first === null ? null : `${first.id}: ${first.act?.is}`);
const first = (given: Partial<typeof DONE>) => idOf(firstStepToDo(closingSteps({ ...DONE, ...given })));
const withReport = (report: Partial<typeof DONE.report>) => ({ report: { ...DONE.report, ...report } });
const stepIn = (id: ClosingStep["id"], given: Partial<typeof DONE>) =>
  closingSteps({ ...DONE, ...given }).find((one) => one.id === id);

const UNDECIDED = { kind: "undecided-errors", sentence: "1 of 2 errors is undecided" } as const;
const NOT_OVER = {
  kind: "not-over",
  sentence: "The latest pull was at noon, before the month ended",
} as const;

test("the first step that is not done leads, one after the other", () => {
  const undecided = { errors: { total: 2, decided: 1 }, obstacles: [UNDECIDED] };
  expect(first(withReport({ ...undecided, obstacles: [NOT_OVER, UNDECIDED] }))).toBe("pulled: pull");
  expect(first(withReport(undecided))).toBe("exceptions: decide");
  expect(first(withReport({ raised: { total: 2, unasked: 1, cleared: 0 } }))).toBe("letter: write-letter");
  expect(first({ letters: [letter(false)] })).toBe("letter: record-sending");
  expect(first({ file: { ...DONE.file, balances: [balance(false)] } })).toBe("balance: confirm");
  expect(first({ file: { ...DONE.file, steps: [step(null, false)] } })).toBe("checklist: tick");
  expect(first({ letters: [letter(true)] })).toBe("prepare: prepare");
  expect(first(withReport({ facts: facts("prepared", "prepare") }))).toBe("sign-off: sign-off");
  expect(first(withReport({ facts: facts("signed-off", "prepare", "sign-off") }))).toBe(null);
});

test("nothing leads to what would be refused", () => {
  // A materiality that is too high, or a month before the records, is refused whatever note is written.
  const refused = withReport({ refusal: "October 2026 is before the oldest record" });
  expect(first(refused)).toBe(null);
  expect(stepIn("prepare", refused)).toMatchObject({
    words: "October 2026 is before the oldest record",
    act: null,
  });
  // What is not as it was prepared cannot be signed, and is prepared again.
  const changed = withReport({ facts: facts("prepared", "prepare"), changes: ["1 exception is new"] });
  expect(stepIn("sign-off", changed)?.act).toBe(null);
  expect(first(changed)).toBe("prepare: prepare");
  expect(stepIn("prepare", changed)?.words).toBe(
    "by Ada Obi; it differs from what was prepared: 1 exception is new",
  );
  // The signature closes the file.
  const open = { ...DONE.file, balances: [balance(false)], steps: [step(null, null)] };
  const signed = { ...withReport({ facts: facts("signed-off", "prepare", "sign-off") }), file: open };
  expect([stepIn("balance", signed)?.act, stepIn("checklist", signed)?.act, first(signed)]).toEqual([
    null,
    null,
    null,
  ]);
});

const KINDS = ["prepare", "sign-off", "reopen"] as const;

test.each([
  facts("open"),
  facts("open", "prepare", "reopen"),
  facts("prepared", "prepare"),
  facts("signed-off", "prepare", "sign-off"),
])("the steps of a month that is $state are those that the rules admit", (of) => {
  for (const hindered of [[], [UNDECIDED]]) {
    const closing = { ...DONE, ...withReport({ facts: of, obstacles: hindered }) };
    const acts = new Set(closingSteps(closing).map(({ act }) => act?.is));
    const refused = KINDS.filter((kind) => acts.has(kind) && !mayFollow(of.state, kind));
    expect(refused).toEqual([]);
  }
});

test("a step that the figures show to be done needs no tick, one that they contradict does", () => {
  expect(stepIn("checklist", { file: { ...DONE.file, steps: [step(null, true)] } })?.isDone).toBe(true);
  expect(stepIn("checklist", { file: { ...DONE.file, steps: [step(null, false)] } })?.isDone).toBe(false);
  expect(stepIn("checklist", { file: { ...DONE.file, steps: [step(TICK, false)] } })?.isDone).toBe(true);
});

test("the last button says what is signed", () => {
  const of = (conclusion: Conclusion, uncorrected = 0) =>
    signWords({ conclusion, currencies: [{ currency: "NGN", uncorrected }] }, 0);
  expect([of("qualified", 9), of("not-proven"), of("clean"), of("clean", 500), of("none-yet")]).toEqual([
    "Sign as qualified",
    "Sign as not proven",
    "Sign as clean",
    "Sign as clean, with NGN 500 uncorrected",
    "Sign off",
  ]);
});

test("of a signed month that changed since, a step says which moment it is of", () => {
  const signed = facts("signed-off", "prepare", "sign-off");
  const [same] = DONE.file.balances;
  const unlike = { ...same!, confirmation: { ...same!.confirmation!, difference: -5 } };
  const file = { ...DONE.file, balances: [unlike] };
  const words = (changes: readonly string[], nowWord = "now") =>
    (["exceptions", "balance", "checklist"] as const).map(
      (id) => stepIn(id, { ...withReport({ facts: signed, changes }), file, nowWord })?.words,
    );
  const differs = "1 balance confirmed, 1 with a difference";
  expect(words([])).toEqual(["none", differs, "1 of 1 step done"]);
  const changes = ["1 new error"];
  expect(words(changes)).toEqual([
    "none, as signed",
    `${differs}, by the figures of now`,
    "1 of 1 step done, by the figures of now",
  ]);
  expect(words(changes, "after pull 14")).toEqual([
    "none, as signed",
    `${differs}, by the figures after pull 14`,
    "1 of 1 step done, by the figures after pull 14",
  ]);
});

test("points lead to an answer while the month is with the preparer, then it is prepared again; with the reviewer it is returned or signed", () => {
  const point = (id: number, isAnswered: boolean): Point => {
    const replies = isAnswered ? [{ ...TICK, kind: "answered" as const }] : [];
    return { id, month: OCTOBER, finding: null, by: "Ben Eze", note: "Why?", atMs: 0, replies };
  };
  const points = (...answered: readonly boolean[]) => answered.map((one, at) => point(at + 1, one));
  const returned = facts("returned", "prepare", "return");
  expect(first(withReport({ facts: returned, points: points(true, false, false) }))).toBe("points: answer");
  const waiting = withReport({ facts: returned, points: points(true, false) });
  expect(stepIn("points", waiting)).toMatchObject({
    words: "1 review point to answer",
    act: { is: "answer", point: { id: 2 } },
  });
  expect(stepIn("prepare", waiting)).toMatchObject({
    words: "returned by Ada Obi",
    isDone: false,
    act: null,
  });
  expect(stepIn("sign-off", waiting)?.act).toBeNull();
  const answered = withReport({ facts: returned, points: points(true) });
  expect(first(answered)).toBe("prepare: prepare");
  expect(stepIn("points", answered)?.words).toBe("1 review point, all answered");
  const prepared = facts("prepared", "prepare", "return", "prepare");
  expect(first(withReport({ facts: prepared, points: points(true) }))).toBe("sign-off: sign-off");
  const again = withReport({ facts: prepared, points: points(true, false) });
  expect(first(again)).toBe("sign-off: return");
  expect(stepIn("sign-off", again)?.words).toBe("once 1 review point is answered");
  expect(stepIn("points", withReport({ facts: prepared }))).toBeUndefined();
});

test("preparing is ready without obstacles, and names no obstacle that a step before it says", () => {
  const words = (...obstacles: readonly Obstacle[]) => stepIn("prepare", withReport({ obstacles }))?.words;
  expect(words()).toBe("ready");
  expect(words(NOT_OVER)).toBe("not ready");
  expect(words(NOT_OVER, UNDECIDED)).toBe("not ready");
  const opening = { kind: "opening-not-carried", sentence: "It opens otherwise than was signed" } as const;
  expect(words(NOT_OVER, opening)).toBe(opening.sentence);
});
