import { describe, expect, it } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import type { CloseStepKind, Month, CloseStep } from "../../../src/core/review/close/close.ts";
import type { MonthFacts } from "../../../src/core/review/close/months.ts";
import {
  historyLines,
  isAnother,
  standingWords,
  supersededWords,
} from "../../../src/renderer/shared/months/close-words.ts";
import { asSignedLead, NO_SIGNED_ROWS } from "../../../src/renderer/shared/months/figure-links.ts";
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
  expect(standingWords(month("open", steps(...REOPENED)), "UTC")).toBe(
    "Reopened by Ada Obi, 2026-11-03: “a late invoice”.",
  );
  expect(standingWords(month("open"), "UTC")).toBe("Open, not closed yet.");
});

it("recognises the preparer's own signature, however the name is typed", () => {
  expect(isAnother(OCTOBER, "Ada Obi", " ada  OBI ")).toBe(false);
  expect(isAnother(OCTOBER, "Ada Obi", "")).toBe(false);
  expect(isAnother(OCTOBER, "Ada Obi", "Ben Eze")).toBe(true);
});

it("leads a figure to the rows that were signed, but under earlier rules to the reason why there are none", () => {
  const lead = (frozen: CloseStep["frozen"]) => {
    const taken = steps(...SIGNED).map((step) => ({ ...step, frozen }));
    return asSignedLead(month("signed-off", taken), (asOf) => `#rows ${asOf}`);
  };
  expect(lead(frozenUnder(RULES_VERSION))).toBe("#rows signed");
  expect(lead(frozenUnder("0"))).toEqual({ why: NO_SIGNED_ROWS });
});
