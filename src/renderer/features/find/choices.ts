/** What can be found by name, and which of it some words mean. */
import { foldCase } from "../../../core/text/text.ts";
import type { MatchLine } from "../../shared/match/match-words.ts";

/** Something that can be gone to or done. */
export interface NamedChoice {
  readonly id: string;
  readonly label: string;
  /** Where it belongs, or what it means. */
  readonly hint?: string | undefined;
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  /** Of a record: shown in the place of the label. */
  readonly line?: MatchLine;
  readonly isDisabled?: boolean | undefined;
  readonly run: () => void;
}

export interface NamedGroup {
  readonly title: string;
  readonly choices: readonly NamedChoice[];
  /** Whether it is shown only once something is typed. */
  readonly onlyTyped?: boolean;
}

/** The most that is shown of a group once something is typed: whoever wants another types on. */
const MOST_NAMED = 8;

/** What of a group words mean; all of it, or nothing, for no words. */
export function namedIn({ title, choices, onlyTyped = false }: NamedGroup, words: string): NamedGroup {
  if (words.trim() === "") return { title, choices: onlyTyped ? [] : choices };
  return { title, choices: choicesNamed(choices, words).slice(0, MOST_NAMED) };
}

/** The choices whose label words mean, the closest first; all of them for no words. */
export function choicesNamed(choices: readonly NamedChoice[], words: string): readonly NamedChoice[] {
  const typed = foldCase(words.trim());
  if (typed === "") return choices;
  return choices
    .map((choice) => ({ choice, rank: rankOf(foldCase(choice.label), typed) }))
    .filter(({ rank }) => rank !== NOT_MEANT)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

const NOT_MEANT = 3;

/** 0 begins with it, 1 each of its words begins one, 2 holds its letters one after the other. */
function rankOf(label: string, typed: string): number {
  if (label.startsWith(typed)) return 0;
  const labelWords = label.split(/[^\p{L}\p{N}]+/u);
  if (typed.split(/\s+/u).every((word) => labelWords.some((one) => one.startsWith(word)))) return 1;
  const letters = lettersOf(typed);
  return letters !== "" && lettersOf(label).includes(letters) ? 2 : NOT_MEANT;
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Whoever types figures means a record. */
function meansRecord(words: string): boolean {
  return /^[-−+]?\d/u.test(words.trim());
}

/**
 * Whether Enter waits while records are looked up: for the record that it is on, or for those that will stand
 * before it.
 *
 * @param first what stands first meanwhile
 */
export function awaitsRecords(choice: NamedChoice, first: NamedChoice | undefined, words: string): boolean {
  return choice.line !== undefined || (choice.id === first?.id && meansRecord(words));
}

/** The first that can be done. */
export function firstOf(choices: readonly NamedChoice[]): NamedChoice | undefined {
  return choices.find(({ isDisabled }) => isDisabled !== true);
}

/** The order of all that was found. */
export function sortedChoices(
  named: readonly NamedGroup[],
  records: readonly NamedGroup[],
  words: string,
): readonly NamedGroup[] {
  const all = meansRecord(words) ? [...records, ...named] : [...named, ...records];
  return all.filter(({ choices }) => choices.length > 0);
}
