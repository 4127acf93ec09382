/** The rules for the steps of the close: which are allowed when, and to whom. */
import { TieoutError } from "../../errors.ts";
import { monthTitle } from "../../words/month.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";
import { capitalised } from "../../text/sentence.ts";
import { type CloseState, type CloseStepKind, STEPS } from "./close.ts";
import type { MonthStanding } from "./month-states.ts";
import { isSamePerson } from "./same-person.ts";

const STEP_ORDER = Object.keys(STEPS) as CloseStepKind[];

/** A state as a sentence names it. */
export const STATE_WORDS: Readonly<Record<CloseState, string>> = {
  open: "open",
  "in-review": "in review",
  prepared: "prepared",
  "signed-off": "signed off",
};

/** What a step did to a month, at the start of a line. @example 'Review begun' */
export function stepTitle(step: CloseStepKind): string {
  return capitalised(STEPS[step].done);
}

/** Who takes a step, as it is stored. @throws TieoutError DECISION_INVALID */
export function stepTaker(by: string): string {
  return nameOf(by, "A step of the close needs the name of the person who takes it");
}

/** Why a month is reopened, as it is stored. @throws TieoutError DECISION_INVALID */
export function reopeningNote(note: string): string {
  return reasonOf(note, "Reopening a month needs a note that says why");
}

/** Whether a step may be taken in a month of this state. */
export function mayFollow(state: CloseState, step: CloseStepKind): boolean {
  return STEPS[step].from.includes(state);
}

/**
 * Refuses a step that does not follow.
 *
 * @throws TieoutError CLOSE_STATE, e.g. `October 2026 is signed off. It can be reopened`
 */
export function assertMayFollow({ month, state }: MonthStanding, step: CloseStepKind): void {
  if (mayFollow(state, step)) return;
  const sentence = `${monthTitle(month)} is ${STATE_WORDS[state]}. ${whatMayFollow(state, step)}`;
  throw new TieoutError("CLOSE_STATE", sentence);
}

/** @param step which does not follow yet */
function whatMayFollow(state: CloseState, step: CloseStepKind): string {
  if (step === "sign-off" && mayFollow(state, "prepare"))
    return "It must be prepared before it is signed off";
  const following = STEP_ORDER.filter((kind) => mayFollow(state, kind));
  const ways = following.filter((kind) => kind !== "review");
  const words = ways.map((kind) =>
    kind === "prepare" && state === "prepared" ? "prepared again" : STEPS[kind].done,
  );
  const begins = ways.length < following.length ? "Its review can begin, or it" : "It";
  const next = `${begins} can be ${oneOf(words)}`;
  return step === "reopen" ? `Only a prepared or signed month can be reopened. ${next}` : next;
}

/** `a`, `a or b`, `a, b or c`. */
function oneOf(ways: readonly string[]): string {
  const last = ways.at(-1) ?? "";
  return ways.length < 2 ? last : `${ways.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * Refuses a signature by the preparer, however the name is typed.
 *
 * @throws TieoutError CLOSE_SAME_PERSON
 */
export function assertAnother(month: MonthStanding["month"], preparer: string, signer: string): void {
  if (!isSamePerson(preparer, signer)) return;
  const sentence = `${preparer} prepared ${monthTitle(month)}, so another person must sign it off`;
  throw new TieoutError("CLOSE_SAME_PERSON", sentence);
}
