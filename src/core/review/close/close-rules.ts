/** The rules for the steps of the close: which are allowed when, and to whom. */
import { TieoutError } from "../../errors.ts";
import { monthTitle } from "../../words/month.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";
import { capitalised } from "../../sentence.ts";
import { type CloseState, type CloseStepKind, STEPS } from "./close.ts";
import type { MonthStanding } from "./month-states.ts";
import { inLatin, withoutStandIns } from "../../look-alikes.ts";

const STEP_ORDER = Object.keys(STEPS) as CloseStepKind[];

/** With whom a month is. */
export const STATE_WORDS: Readonly<Record<CloseState, string>> = {
  open: "open",
  returned: "with the preparer",
  prepared: "with the reviewer",
  "signed-off": "signed off",
};

/** How a month stands, with the preparation that is in force. */
export interface StateOfMonth<S extends CloseState = CloseState> {
  readonly state: S;
  /** null where none is in force. */
  readonly prepared: { readonly by: string } | null;
}

/** What of a month's standing tells with whom it is, and no more of its preparation. */
export function stateOf<S extends CloseState>({ state, prepared }: StateOfMonth<S>): StateOfMonth<S> {
  return { state, prepared: prepared === null ? null : { by: prepared.by } };
}

/**
 * With whom a month is, as a sentence names it; by name where it is back with its preparer.
 *
 * @example `with the preparer, Ada Obi`
 */
export function stateWords({ state, prepared }: StateOfMonth): string {
  const name = state === "returned" && prepared !== null ? `, ${prepared.by}` : "";
  return `${STATE_WORDS[state]}${name}`;
}

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

export function mayFollow(state: CloseState, step: CloseStepKind): boolean {
  return STEPS[step].from.includes(state);
}

/** @throws TieoutError CLOSE_STATE, e.g. `October 2026 is signed off. It can be reopened` */
export function assertMayFollow(standing: MonthStanding, step: CloseStepKind): void {
  const { month, state } = standing;
  if (mayFollow(state, step)) return;
  const sentence = `${monthTitle(month)} is ${stateWords(standing)}. ${whatMayFollow(state, step)}`;
  throw new TieoutError("CLOSE_STATE", sentence);
}

/** @param step which does not follow yet */
function whatMayFollow(state: CloseState, step: CloseStepKind): string {
  if ((step === "sign-off" || step === "return") && mayFollow(state, "prepare")) {
    const again = state === "open" ? "" : " again";
    return `It must be prepared${again} before it is ${STEPS[step].done}`;
  }
  const ways = STEP_ORDER.filter((kind) => kind !== "review" && mayFollow(state, kind));
  const words = ways.map((kind) =>
    kind === "prepare" && state !== "open" ? "prepared again" : STEPS[kind].done,
  );
  const next = `It can be ${oneOf(words)}`;
  return step === "reopen" ? `Only a prepared or signed month can be reopened. ${next}` : next;
}

/** `a`, `a or b`, `a, b or c`. */
function oneOf(ways: readonly string[]): string {
  const last = ways.at(-1) ?? "";
  return ways.length < 2 ? last : `${ways.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * Refuses a signature or point by the preparer, however the name is typed.
 *
 * @param act what another person must do
 * @throws TieoutError CLOSE_SAME_PERSON
 */
export function assertAnother(
  month: MonthStanding["month"],
  preparer: string,
  reviewer: string,
  act = "sign it off",
): void {
  if (!isSamePerson(preparer, reviewer)) return;
  const sentence = `${preparer} prepared ${monthTitle(month)}, so another person must ${act}`;
  throw new TieoutError("CLOSE_SAME_PERSON", sentence);
}

// Whether two typed names mean one person. It stops slips and simple tricks, and proves nobody's identity.
// Letters that look alike count as one letter; nicknames and names that merely look similar (rn for m) count
// as other names.

/**
 * Whether two names are the same but for case, blanks, punctuation, signs that are not seen, the order of
 * their words, and letters that look like others.
 *
 * @example isSamePerson("Ada Obi", "OBI, Аda") // true, with a Cyrillic А
 */
export function isSamePerson(one: string, other: string): boolean {
  const known = new Set(formsOf(one));
  return formsOf(other).some((form) => known.has(form));
}

/** A name as it may be compared. Forms of different kinds are never the same: each begins with its kind. */
function formsOf(name: string): string[] {
  const seen = visible(name);
  const looks = inLatin(seen);
  const standIns = withoutStandIns(looks);
  return [seen, looks, standIns].flatMap((text, kind) => {
    const words = wordsOf(folded(text));
    // A name of signs alone is compared as it is.
    if (words.length === 0) return [`${kind} ${folded(text).trim()}`];
    return [`${kind} ${words.join("")}`, `${kind} ${words.toSorted().join("")}`];
  });
}

/** In compatible forms, without unseen signs, which would keep a letter and its accent apart. */
function visible(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize("NFKC");
}

/** Upper case first: ß and SS, ς and σ are the same only that way round. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase().normalize("NFKC");
}

/** Its letters and digits, word by word; a point, a dash or an apostrophe inside a word parts nothing. */
function wordsOf(text: string): string[] {
  const joined = text.replaceAll(/(?<=[\p{L}\p{M}\p{N}])['’ʼ`´.\-\u2010-\u2015·](?=[\p{L}\p{M}\p{N}])/gu, "");
  return joined.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
