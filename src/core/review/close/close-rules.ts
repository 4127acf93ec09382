/** The rules for the steps of the close: which are allowed when, and to whom. */
import { TieoutError } from "../../errors.ts";
import { monthTitle } from "../../words/month.ts";
import type { CloseState, CloseStepKind } from "./close.ts";
import type { MonthStanding } from "./month-states.ts";
import { isSamePerson } from "./same-person.ts";

/** Which steps may follow, in the order in which messages list them. */
const MAY_FOLLOW: Readonly<Record<CloseState, readonly CloseStepKind[]>> = {
  open: ["review", "prepare"],
  "in-review": ["prepare"],
  // Allowed again after a reviewer's decisions were imported: reopening would suggest that something was
  // wrong.
  prepared: ["sign-off", "prepare", "reopen"],
  "signed-off": ["reopen"],
};

/** A state as a sentence names it. */
export const STATE_WORDS: Readonly<Record<CloseState, string>> = {
  open: "open",
  "in-review": "in review",
  prepared: "prepared",
  "signed-off": "signed off",
};

/** What a step did to a month, as a sentence names it. */
export const STEP_WORDS: Readonly<Record<CloseStepKind, string>> = {
  review: "review begun",
  prepare: "prepared",
  "sign-off": "signed off",
  reopen: "reopened",
};

/** Whether a step may be taken in a month of this state. */
export function mayFollow(state: CloseState, step: CloseStepKind): boolean {
  return MAY_FOLLOW[state].includes(step);
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
  const ways = MAY_FOLLOW[state].filter((kind) => kind !== "review");
  const words = ways.map((kind) =>
    kind === "prepare" && state === "prepared" ? "prepared again" : STEP_WORDS[kind],
  );
  const begins = ways.length < MAY_FOLLOW[state].length ? "Its review can begin, or it" : "It";
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
