/**
 * The rules that admit decisions and steps of the close. Services apply them before writing, and `verify`
 * applies them again to every link of the audit trail: a link that nobody could have written is refused, even
 * when its hashes fit.
 */
import { sameJson } from "../../canonical.ts";
import { TieoutError } from "../../errors.ts";
import { monthTitle } from "../../words/month.ts";
import { type CloseStep, type FrozenMonth, STEPS } from "./close.ts";
import { assertAnother, assertMayFollow, reopeningNote, stepTaker } from "./close-rules.ts";
import type { Decision } from "../decisions/decision.ts";
import type { MonthStanding } from "./month-states.ts";
import { assertAnswered } from "./points.ts";
import { hasWords, nameOf, noteOf } from "../decisions/note-rules.ts";

/**
 * Refuses a step of the close that is not allowed in this state, for this person, or with this note.
 *
 * @param unanswered how many points on the month wait for an answer
 * @throws TieoutError CLOSE_STATE; CLOSE_SAME_PERSON; CLOSE_CHANGED when a signature freezes other figures
 *   than were prepared; POINTS_OPEN; POINT_INVALID for a return without points; DECISION_INVALID for a name or note that is refused, and without the reason that a
 *   reopening or an override needs
 */
export function assertStepAdmissible(
  standing: MonthStanding,
  { step, by, note, frozen }: Pick<CloseStep, "step" | "by" | "note" | "frozen">,
  unanswered: number,
): void {
  const title = monthTitle(standing.month);
  assertMayFollow(standing, step);
  stepTaker(by);
  noteOf(note, null);
  if ((frozen !== null) !== STEPS[step].freezes) {
    throw new TieoutError("CLOSE_STATE", `Only preparing and signing off freeze the figures of ${title}`);
  }
  if (step === "reopen") reopeningNote(note);
  if (step === "return") assertReturn(standing, by, unanswered);
  if (frozen === null) return;
  assertAnswered(standing.month, unanswered, STEPS[step].done);
  if (step === "prepare") assertOverride(title, frozen, note);
  else assertSignature(standing, frozen, by);
}

/** A month goes back with something to answer. */
function assertReturn(standing: MonthStanding, by: string, unanswered: number): void {
  assertMayReturn(standing, by);
  if (unanswered > 0) return;
  const { month } = standing;
  const sentence = `${monthTitle(month)} can be returned only with a point that waits for an answer`;
  throw new TieoutError("POINT_INVALID", sentence);
}

/** Refuses the return of a month by the person whom it goes back to. @throws TieoutError CLOSE_SAME_PERSON */
export function assertMayReturn({ month, prepared }: MonthStanding, by: string): void {
  if (prepared !== null) assertAnother(month, prepared.by, by, "return it");
}

function assertOverride(title: string, { overridden }: FrozenMonth, note: string): void {
  if (overridden.length === 0 || hasWords(note)) return;
  throw new TieoutError("DECISION_INVALID", `${title} was prepared with open obstacles and without a reason`);
}

function assertSignature({ month, prepared }: MonthStanding, frozen: FrozenMonth, by: string): void {
  const title = monthTitle(month);
  if (prepared === null) throw new TieoutError("CLOSE_STATE", `${title} was not prepared`);
  assertAnother(month, prepared.by, by);
  if (frozen === prepared.frozen || sameJson(frozen, prepared.frozen)) return;
  throw new TieoutError("CLOSE_CHANGED", `The signature on ${title} has other figures than were prepared`);
}

/** Refuses a decision or undo without its name or due reason. @throws TieoutError DECISION_INVALID */
export function assertDecisionWords({ by, note, status, undoes }: Decision): void {
  nameOf(by);
  noteOf(note, undoes === null ? status : null);
}

/** What an undoing takes back of decisions, oldest first, and the status that it leaves; null for none. */
export function undoingOf<D extends Pick<Decision, "status">>(
  standing: readonly D[],
): { readonly undone: D; readonly status: Decision["status"] } | null {
  const undone = standing.at(-1);
  return undone === undefined ? null : { undone, status: standing.at(-2)?.status ?? "open" };
}
