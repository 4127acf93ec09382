/** Whether a decision can be saved as it is worded, before anything is asked of main. */
import { TieoutError } from "../../../core/errors.ts";
import type { DecisionStatus } from "../../../core/review/decision.ts";
import { noteOf } from "../../../core/review/wording.ts";

/** @returns what is wrong with the note, in one sentence; null when nothing is */
export function noteFaultOf(note: string, status: DecisionStatus): string | null {
  try {
    noteOf(note, status);
    return null;
  } catch (error) {
    if (error instanceof TieoutError) return `${error.message}.`;
    throw error;
  }
}
