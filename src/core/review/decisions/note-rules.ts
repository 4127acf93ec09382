/** Rules for the texts of a decision: name and note are free text of limited length, and not empty. */
import { TieoutError } from "../../errors.ts";
import { formatAmount } from "../../money.ts";
import { escapeUnstorable } from "../../text.ts";
import type { DecisionStatus } from "./decision.ts";

/** The most a note may hold, in UTF-16 units as it is stored; a spreadsheet's cell holds three times that. */
export const NOTE_LIMIT = 10_000;
/** The most a name may hold, in UTF-16 units as it is stored. */
export const NAME_LIMIT = 200;

/** Something to see: blanks (Braille's and Hangul's too), controls and zero-width marks are no words. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A note as it is stored: as it was typed, but for what cannot be stored whole. Whoever re-performs the
 * review asks why an exception counts as done, so every status but `open` needs one.
 *
 * @param status what was decided; null for an undoing, which needs no reason of its own
 * @throws TieoutError DECISION_INVALID
 */
export function noteOf(text: string, status: DecisionStatus | null): string {
  if (status === null || status === "open") return stored(text, NOTE_LIMIT, "note");
  return reasonOf(text, `The status ${status} needs a note that says why`);
}

/**
 * A note that must say something.
 *
 * @param missing said where it does not
 * @param field what it is called where it is too long
 * @throws TieoutError DECISION_INVALID
 */
export function reasonOf(text: string, missing: string, field = "note"): string {
  if (!hasWords(text)) throw decisionInvalid(missing);
  return stored(text, NOTE_LIMIT, field);
}

/** Whether a text has neither line breaks nor control characters. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

export function hasWords(text: string): boolean {
  return VISIBLE.test(text);
}

/** Without blanks around: one name. @param missing said where empty @throws TieoutError DECISION_INVALID */
export function nameOf(
  text: string,
  missing = "A decision needs the name of the person who made it",
): string {
  const name = text.trim();
  if (!hasWords(name)) throw decisionInvalid(missing);
  if (!isOneLine(name)) throw decisionInvalid("A name must be one line without control characters");
  return stored(name, NAME_LIMIT, "name");
}

/** The words as they are stored. @throws TieoutError DECISION_INVALID without a name or a reason */
export function settingWords({ by, note }: { readonly by: string; readonly note: string }) {
  return {
    by: nameOf(by, "Changing the check's options needs a name"),
    note: reasonOf(note, "Changing the check's options needs a reason"),
  };
}

function stored(text: string, limit: number, field: string): string {
  const escaped = escapeUnstorable(text);
  if (escaped.length <= limit) return escaped;
  throw decisionInvalid(
    `The ${field} has ${formatAmount(escaped.length)} characters, more than the limit of ${formatAmount(limit)}`,
  );
}

/** Each sentence names the field in its words. */
export function decisionInvalid(sentence: string): TieoutError {
  return new TieoutError("DECISION_INVALID", sentence);
}

/** As `decisionInvalid`, of a month's file. */
export function fileInvalid(sentence: string): TieoutError {
  return new TieoutError("FILE_INVALID", sentence);
}
