/**
 * Keeping the words of many decisions once: a note on a hundred thousand findings comes a hundred thousand
 * times.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";

/** What goes from one thread or program to the next at once, so that taking it in keeps nobody waiting. */
const PIECE = { decisions: 2000, characters: 2_000_000 };

/** What an id and a hash come to. */
const RECORD_CHARACTERS = 80;
const NO_RECORDS = { entries: [], transactions: [] };

/** Adds decisions to a list, in which those that follow each other share equal words. */
export function addSharing(list: Decision[], newer: readonly Decision[]): void {
  for (const decision of newer) {
    const before = list.at(-1);
    const isSame = before !== undefined && before.note === decision.note && before.by === decision.by;
    list.push(isSame ? { ...decision, note: before.note, by: before.by } : decision);
  }
}

/** Those from an index on that go at once: at least one where there are any. */
export function pieceFrom(decisions: readonly Decision[], from: number): readonly Decision[] {
  let characters = 0;
  let end = from;
  for (; end < Math.min(decisions.length, from + PIECE.decisions); end += 1) {
    const { note, finding } = decisions[end] as Decision;
    const { entries, transactions } = finding.records ?? NO_RECORDS;
    const records = (entries.length + transactions.length) * RECORD_CHARACTERS;
    characters += note.length + finding.message.length + records;
    if (characters > PIECE.characters && end > from) break;
  }
  return decisions.slice(from, end);
}
