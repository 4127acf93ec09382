import { describe, expect, it } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import type { CloseStepKind, Month, CloseStep } from "../../../src/core/review/close/close.ts";
import type { MonthFacts } from "../../../src/core/review/close/months.ts";
import {
  type LookedAt,
  historyLines,
  isAnother,
  monthSentence,
  stagesOf,
  standingWords,
  supersededWords,
} from "../../../src/renderer/shared/months/close-words.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const OCTOBER = "2026-10" as Month;

/** Steps on the days after each other, by whom they are named after. */
function steps(...taken: readonly (readonly [CloseStepKind, string, string?])[]): CloseStep[] {
  return taken.map(([step, by, note = ""], at) => ({
    id: at + 1,
    month: OCTOBER,
    step,
    by,
    note,
    atMs: Date.UTC(2026, 10, at + 1),
    frozen: step === "prepare" || step === "sign-off" ? frozenUnder(RULES_VERSION) : null,
  }));
}

function frozenUnder(rulesVersion: string): CloseStep["frozen"] {
  return { ...NOTHING_FROZEN, rulesVersion };
}

function month(state: MonthFacts["state"], of: CloseStep[] = []): MonthFacts {
  return { month: OCTOBER, state, steps: of, isOver: true };
}

const PREPARED = [["prepare", "Ada Obi"]] as const;
const SIGNED = [...PREPARED, ["sign-off", "Ben Eze"]] as const;
const REOPENED = [...SIGNED, ["reopen", "Ada Obi", "a late invoice"]] as const;
const NO_OBSTACLES = { errors: { total: 2, decided: 2 }, obstacles: [], changes: [] };

function sentence(
  facts: MonthFacts,
  report: LookedAt["report"] = NO_OBSTACLES,
  changed: LookedAt["changed"] = null,
) {
  return monthSentence(facts, { report, changed }, "UTC");
}

describe("a month in one sentence", () => {
  it("names undecided errors before anything else", () => {
    const report = {
      errors: { total: 5, decided: 2 },
      obstacles: [
        { kind: "undecided-errors", sentence: "3 of 5 errors are undecided" },
        { kind: "not-over", sentence: "The latest pull was at noon, before the month ended" },
      ],
    } as const;
    const { lead, rest, tone } = sentence(month("in-review", steps(["review", "Ada Obi"])), {
      ...report,
      obstacles: [...report.obstacles],
      changes: [],
    });
    expect(lead).toBe("3 errors of October 2026 are undecided.");
    expect(rest).toBe("The month is in review. The latest pull was at noon, before the month ended.");
    expect(tone).toBe("error");
  });

  it("names the preparer, and warns not to sign while its basis has changed", () => {
    expect(sentence(month("prepared", steps(...PREPARED)))).toEqual({
      lead: "October 2026 is prepared by Ada Obi and waits for a second person to sign.",
      rest: "",
      tone: "accent",
    });
    const drifted = sentence(month("prepared", steps(...PREPARED)), {
      ...NO_OBSTACLES,
      changes: ["1 exception is new"],
    });
    expect(drifted.tone).toBe("warning");
    expect(drifted.rest).toBe(
      "It differs from what was prepared: 1 exception is new. Prepare it again before sign-off.",
    );
  });

  it("does not blame the records when the rules differ from those at preparation", () => {
    const earlier = (taken: readonly CloseStep[]) =>
      taken.map((step) => (step.frozen === null ? step : { ...step, frozen: frozenUnder("1") }));
    const report = { ...NO_OBSTACLES, changes: ["1 exception is new"] };
    const rules = `It was prepared under rules 1. This version uses rules ${RULES_VERSION}, which alone may explain the difference.`;
    expect(sentence(month("prepared", earlier(steps(...PREPARED))), report).rest).toBe(
      `${rules} Prepare it again before sign-off.`,
    );
  });

  it("names the signer, and says in the words of every place what changed since", () => {
    expect(sentence(month("signed-off", steps(...SIGNED))).lead).toBe(
      "October 2026 is signed off by Ben Eze, 2026-11-02.",
    );
    const changed = {
      count: 3,
      effects: [],
      basis: "Signed by Ben Eze on 2026-11-02: closing 12.",
      sentence: "Since then: 3 changes, closing unchanged.",
    };
    const { rest, tone } = sentence(month("signed-off", steps(...SIGNED)), NO_OBSTACLES, changed);
    expect([rest, tone]).toEqual([`${changed.basis} ${changed.sentence}`, "warning"]);
    expect(
      sentence(month("signed-off", steps(...SIGNED)), NO_OBSTACLES, { ...changed, count: 0 }),
    ).toMatchObject({ rest: "", tone: "good" });
  });

  it("gives the reason of a reopening, until the next step", () => {
    const { lead, rest } = sentence(month("in-review", steps(...REOPENED)));
    expect(lead).toBe("October 2026 was reopened by Ada Obi, 2026-11-03.");
    expect(rest).toBe("“a late invoice”.");
  });

  it("is open while nothing was done, and says when it is ready to prepare", () => {
    expect(sentence(month("open")).rest).toBe("Ready to prepare.");
    expect(sentence(month("open"), null)).toEqual({ lead: "October 2026 is open.", rest: "", tone: "quiet" });
  });
});

describe("the four steps", () => {
  it("show who took each, and which were left out", () => {
    const stages = stagesOf(month("signed-off", steps(...SIGNED)));
    expect(stages.map(({ is }) => is)).toEqual(["done", "passed", "done", "here"]);
    expect(stages.map(({ step }) => step?.by ?? null)).toEqual([null, null, "Ada Obi", "Ben Eze"]);
  });

  it("start again after a reopening: an earlier signature is no current step", () => {
    const stages = stagesOf(month("in-review", steps(...REOPENED)));
    expect(stages.map(({ is }) => is)).toEqual(["done", "here", "ahead", "ahead"]);
    expect(stages[1]?.words).toBe("Reopened");
    expect(stages[3]?.step).toBeNull();
  });
});

describe("the history", () => {
  it("keeps a reopened signature, with who reopened it and why", () => {
    const lines = historyLines(steps(...REOPENED));
    expect(lines.map(({ step }) => step.step)).toEqual(["reopen", "sign-off", "prepare"]);
    const [, signature, preparation] = lines;
    expect(signature?.superseded?.id).toBe(3);
    expect(preparation?.superseded?.id).toBe(3);
    const words = supersededWords(signature?.superseded as CloseStep, "UTC");
    expect(words).toBe("superseded: reopened by Ada Obi, 2026-11-03 because “a late invoice”");
  });

  it("marks nothing in force as superseded", () => {
    expect(historyLines(steps(...SIGNED)).every(({ superseded }) => superseded === null)).toBe(true);
  });
});

it("shows the month's status in a few words beside the verdict", () => {
  expect(standingWords(month("signed-off", steps(...SIGNED)), "UTC")).toBe(
    "Signed off by Ben Eze, 2026-11-02, prepared by Ada Obi.",
  );
  expect(standingWords(month("in-review", steps(...REOPENED)), "UTC")).toBe("In review, not closed yet.");
});

it("recognises the preparer's own signature, however the name is typed", () => {
  expect(isAnother(OCTOBER, "Ada Obi", " ada  OBI ")).toBe(false);
  expect(isAnother(OCTOBER, "Ada Obi", "")).toBe(false);
  expect(isAnother(OCTOBER, "Ada Obi", "Ben Eze")).toBe(true);
});
