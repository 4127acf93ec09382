/**
 * Notes to choose from: those written in this ledger last or often, and the templates that a person keeps.
 */
import type { Decision } from "../../../../core/review/decisions/decision.ts";
import { hasWords } from "../../../../core/review/decisions/note-rules.ts";
import { ownWords } from "../../../../core/review/standing/proposals.ts";

/** A note that was written before. */
export interface EarlierNote {
  readonly note: string;
  /** How many times it was written; what was decided at once counts once. */
  readonly times: number;
}

export interface EarlierNotes {
  /** The last ones, newest first. */
  readonly recent: readonly EarlierNote[];
  /** Of the others those written more than once, most often first. */
  readonly often: readonly EarlierNote[];
}

/** So many decisions are looked through, the newest. */
const LOOKED_THROUGH = 5000;
const RECENT = 6;
const OFTEN = 4;

/**
 * The notes of a ledger's decisions, each once and without the words that say which decision it repeats. What
 * was undone is left out.
 *
 * @param decisions in the order they were taken
 */
export function earlierNotes(decisions: readonly Decision[]): EarlierNotes {
  const newest = decisions.slice(-LOOKED_THROUGH);
  const undone = new Set(newest.map(({ undoes }) => undoes));
  const words = ownWords(newest);
  const written = new Map<string, Set<number>>();
  for (const { id, atMs, undoes } of newest.toReversed()) {
    const note = words.get(id) ?? "";
    if (undoes !== null || undone.has(id) || !hasWords(note)) continue;
    written.set(note, (written.get(note) ?? new Set()).add(atMs));
  }
  const notes = Array.from(written, ([note, atMs]): EarlierNote => ({ note, times: atMs.size }));
  const often = notes.slice(RECENT).filter(({ times }) => times > 1);
  return {
    recent: notes.slice(0, RECENT),
    often: often.toSorted((a, b) => b.times - a.times).slice(0, OFTEN),
  };
}

/** The most that are kept, and how long one is, as the contract has it. */
const MOST_TEMPLATES = 50;
const TEMPLATE_LIMIT = 2000;

/** Why a note cannot be kept as a template, in one sentence; null where it can. */
export function whyNoTemplate(note: string, templates: readonly string[]): string | null {
  if (!hasWords(note)) return "Write a note first.";
  if (note.length > TEMPLATE_LIMIT) return "It is too long. A template has at most 2,000 characters.";
  if (templates.includes(note)) return "It is kept already.";
  return templates.length < MOST_TEMPLATES
    ? null
    : `There are ${MOST_TEMPLATES} already. Delete one in Settings.`;
}

/** What a note becomes with a chosen one: an empty note is replaced, another goes on in a new line. */
export function withChosen(note: string, chosen: string): string {
  return hasWords(note) ? `${note.trimEnd()}\n${chosen}` : chosen;
}
