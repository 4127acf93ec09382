import { describe, expect, test } from "vitest";
import { assertTickReason, stepFigures } from "../../../src/core/review/file/step-figures.ts";
import { STANDARD_STEPS } from "../../../src/core/review/file/terms.ts";
import type { ReviewStatus } from "../../../src/core/review/decisions/review.ts";
import type { RuleId } from "../../../src/core/reconcile/input/rules.ts";

type Ground = Parameters<typeof stepFigures>[1];

const NOTHING: Ground = {
  findings: [],
  notOver: null,
  unsignedBefore: 0,
  balances: [],
  fluctuations: null,
  decimals: 0,
};

function found(rule: RuleId, status: ReviewStatus): Ground["findings"][number] {
  return { finding: { rule, severity: "error" }, status };
}

function said(step: keyof typeof STANDARD_STEPS, ground: Partial<Ground>): string | null {
  return stepFigures({ text: STANDARD_STEPS[step] }, { ...NOTHING, ...ground })?.words ?? null;
}

describe("what the figures say of a standard step", () => {
  test.each([
    [
      "pulled",
      { notOver: "The latest pull was at 5, before the month ended" },
      "not so: the latest pull was at 5, before the month ended",
    ],
    ["pulled", { findings: [found("history-gap", "open")] }, "not so: 1 gap in the history is open"],
    ["pulled", { unsignedBefore: 13 }, "not so: 13 earlier months are not signed off"],
    ["pulled", {}, "pulled after the month's end, and every earlier month is signed off"],
    [
      "breaks",
      { findings: [found("chain-break", "open"), found("pending-entry", "raised")] },
      "not so: 1 of 2 balance breaks is open",
    ],
    [
      "breaks",
      { findings: [found("chain-break", "reopened"), found("chain-break", "open")] },
      "not so: 2 of 2 balance breaks are open",
    ],
    ["breaks", { findings: [found("chain-break", "raised")] }, "1 of 1 balance break is decided"],
    ["orphans", { findings: [found("chain-break", "open")] }, "no orphan payref"],
    [
      "outstanding",
      { findings: [found("paid-without-entry", "open")] },
      "not so: 1 of 1 overdue or orphan item is open",
    ],
    [
      "confirmed",
      { balances: [{ confirmation: null }, { confirmation: { difference: 0 } }] },
      "not so: 1 of 2 closing balances is not confirmed",
    ],
    [
      "confirmed",
      { balances: [{ confirmation: { difference: -1_110_154 } }] },
      "not so: the provider's balance differs by −1,110,154",
    ],
    ["confirmed", { balances: [{ confirmation: { difference: 0 } }] }, "1 of 1 closing balance is confirmed"],
    ["compared", {}, null],
    [
      "compared",
      {
        fluctuations: [
          { asks: true, note: null },
          { asks: true, note: {} },
        ],
      },
      "not so: 1 movement is not explained",
    ],
  ] as const)("%s %j", (step, ground, words) => {
    expect(said(step, ground)).toBe(words);
  });

  test("is nothing of a step with another text", () => {
    expect(stepFigures({ text: "All of it" }, { ...NOTHING, unsignedBefore: 3 })).toBeNull();
  });

  test("asks for a reason where it contradicts a tick", () => {
    const against = { ok: false, words: "not so: 5 movements are not explained" };
    expect(() => assertTickReason({ id: 6 }, against, " ")).toThrow(
      /^Step 6 is not so: 5 movements are not explained\. Ticking it needs a note/u,
    );
    expect(() => assertTickReason({ id: 6 }, against, "By mail")).not.toThrow();
    expect(() => assertTickReason({ id: 6 }, { ...against, ok: true }, "")).not.toThrow();
  });
});
