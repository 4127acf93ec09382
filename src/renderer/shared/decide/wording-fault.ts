/** Whether what was worded can be saved as it is, before anything is asked of main. */
import { TieoutError } from "../../../core/errors.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { noteOf } from "../../../core/review/decisions/note-rules.ts";

/** @returns what is wrong with the note of a decision, in one sentence; null when nothing is */
export function noteFaultOf(note: string, status: DecisionStatus): string | null {
  return wordingFault(() => noteOf(note, status));
}

/**
 * What the rules of wording say against something that was typed.
 *
 * @param read reads it by these rules, e.g. `() => nameOf(typed)`
 * @returns one sentence; null when nothing stands against it
 */
export function wordingFault(read: () => string): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof TieoutError) return `${error.message}.`;
    throw error;
  }
}
