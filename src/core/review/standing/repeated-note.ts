/** The note of a decision that repeats an earlier one, and the note that it repeats. */
import { monthTitle } from "../../words/month.ts";
import type { Month } from "../close/close.ts";
import type { Decision } from "../decisions/decision.ts";

/**
 * The note with which a person repeats a decision: where it comes from, then its words.
 *
 * @param month of the finding that was decided on; null where it has no date
 * @param words of that decision, see `ownWords`
 * @example `As in decision 12 (August 2026): Posted twice by the provider.`
 */
export function repeatedNote(decision: number, month: Month | null, words: string): string {
  const when = month === null ? "" : ` (${monthTitle(month)})`;
  return `As in decision ${decision}${when}: ${words}`;
}

const REPEATED = /^As in decision (\d+)(?: \([^)]*\))?: /u;

/**
 * The words of decisions without where they came from, so that a note repeated every month does not grow. A
 * beginning that only looks like it stays: the decision that it names must be earlier and have these words.
 * Takes time in proportion to the decisions and their notes.
 *
 * @param decisions all of a ledger, in any order
 * @returns by id
 */
export function ownWords(decisions: readonly Pick<Decision, "id" | "note">[]): Map<number, string> {
  const words = new Map<number, string>();
  for (const { id, note } of decisions.toSorted((a, b) => a.id - b.id)) {
    const [said = "", named = ""] = REPEATED.exec(note) ?? [];
    const rest = note.slice(said.length);
    words.set(id, said !== "" && words.get(Number(named)) === rest ? rest : note);
  }
  return words;
}
