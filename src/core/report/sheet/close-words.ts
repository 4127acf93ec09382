/** A: how the exported month stands in its close, in one sentence, and every step that was taken. */
import { sameJson } from "../../canonical.ts";
import type { CloseStep, FrozenMonth } from "../../review/close/close.ts";
import { stateWords } from "../../review/close/close-rules.ts";
import { otherRulesWords } from "../../review/close/differences.ts";
import type { MonthStanding } from "../../review/close/month-states.ts";
import { exportedStanding, frozenStepOf, unlikePrepared } from "./closing.ts";
import type { Figures } from "./figures.ts";
import { monthTitle, periodTitle } from "../../words/month.ts";

/** What the conclusion says of the close: a sentence while figures are as frozen, another once not. */
interface CloseWords {
  readonly same: string;
  readonly other: string;
}

export function closeWords(figures: Figures): CloseWords {
  const { input } = figures;
  const standing = exportedStanding(input);
  if (standing === null) {
    const words = `${periodTitle(input.check.period)} is not one month: only months are signed off.`;
    return { same: words, other: words };
  }
  const done = `${monthTitle(standing.month)} ${standingOnLead(figures, standing)}`;
  const step = frozenStepOf(input);
  if (step === null) return { same: `${done}.`, other: `${done}.` };
  const verb = standing.signed === null ? "prepared" : "signed";
  const { same, other } = since(figures, step.frozen, verb);
  return { same: `${done}; ${same}.`, other: `${done}; ${other}.` };
}

function standingOnLead({ clock }: Figures, standing: MonthStanding): string {
  const { state, steps, prepared, signed } = standing;
  const last = steps.at(-1);
  const took = (step: CloseStep) => `by ${step.by} on ${clock.day(step.atMs)}`;
  switch (state) {
    case "open": {
      if (last?.step !== "reopen") return "is open";
      const lapsed = steps.findLast(({ step }) => step === "sign-off");
      const was = lapsed === undefined ? "" : `, after it was signed off ${took(lapsed)}`;
      return `was reopened ${took(last)}${was} and is no longer signed off`;
    }
    case "returned":
    case "prepared": {
      const done = [
        ...(prepared === null ? [] : [`was prepared ${took(prepared)}`]),
        ...(state === "returned" && last !== undefined ? [`was returned ${took(last)}`] : []),
      ];
      return `${done.join(", ")}${done.length === 0 ? "" : " and "}is ${stateWords(standing)}, not signed off yet`;
    }
    case "signed-off": {
      if (signed === null) return "is signed off";
      return `was signed off ${took(signed)}${prepared === null ? "" : `, prepared ${took(prepared)}`}`;
    }
  }
}

/** What is said of the figures, and of what else is not as it was. */
function since(figures: Figures, frozen: FrozenMonth, verb: string): CloseWords {
  const { input } = figures;
  const other = otherRulesWords(frozen, input.rulesVersion);
  const rules = other === null ? "" : `: ${other}`;
  const unlike = unlikePrepared(input);
  const also = unlike === null ? "" : `, but ${unlike}${rules}`;
  const isSameAsked = sameJson(frozen.options, input.check.options);
  const why = isSameAsked ? `${rules}, see C3` : ", and checked under other options, see D2";
  return {
    same: `these are the figures that were ${verb}${also}`,
    other: `the figures below differ from those that were ${verb}${why}`,
  };
}

export function stepNote(step: CloseStep): string | null {
  return [step.note, overriddenLines(step).join(" ")].filter((part) => part !== "").join(" — ") || null;
}

/** What a step overrode, a sentence each. */
export function overriddenLines({ frozen, step }: CloseStep): string[] {
  const overridden = step === "prepare" ? (frozen?.overridden ?? []) : [];
  return overridden.map(({ sentence }) => `Overridden: ${sentence}.`);
}
