/** Describes in one sentence how an entry's payref differs from a similar one of a payment. */
import { looksLike } from "../../text/look-alikes.ts";
import { foldCase, unescapeUnstorable } from "../../text/text.ts";

/**
 * Says what alone is different. A payref with blanks is quoted, so that they are seen.
 *
 * @param payref of the entry, as stored
 * @param near a payment's payref: equal after trimming and case folding, or one character apart
 * @example nearMissWords("PAY-1 ", "PAY-1") // 'It differs from PAY-1 only by a trailing space.'
 */
export function nearMissWords(payref: string, near: string): string {
  const difference = differenceOf(unescapeUnstorable(payref), unescapeUnstorable(near));
  return `It differs from ${/\s/u.test(near) ? `"${near}"` : near} only ${difference}.`;
}

function differenceOf(payref: string, near: string): string {
  const inside = payref.trim();
  const insideNear = near.trim();
  const outer = outerWords(payref, near);
  if (inside === insideNear) return `by ${outer}`;
  if (foldCase(inside) === foldCase(insideNear))
    return `in upper and lower case${outer === "" ? "" : `, and by ${outer}`}`;
  return `by ${slipWords(payref, near)}`;
}

/** The white space at the ends that only one of them has; '' where both have the same. */
function outerWords(payref: string, near: string): string {
  const leading = blankWords("leading", ends(payref).before, ends(near).before);
  const trailing = blankWords("trailing", ends(payref).after, ends(near).after);
  return [leading, trailing].filter((words) => words !== "").join(" and ");
}

function ends(text: string): { readonly before: string; readonly after: string } {
  const inside = text.trim();
  const from = text.length - text.trimStart().length;
  return { before: text.slice(0, from), after: text.slice(from + inside.length) };
}

function blankWords(where: "leading" | "trailing", one: string, other: string): string {
  if (one === other) return "";
  const blank = one === "" ? other : one;
  const isOne = one === "" || other === "";
  if (!isOne || !/^ +$/u.test(blank)) return `${where} white space`;
  return blank.length === 1 ? `a ${where} space` : `${blank.length} ${where} spaces`;
}

/** One character added, left out or replaced, or two that changed places. */
function slipWords(payref: string, near: string): string {
  const [mine, theirs] = middles(Array.from(payref), Array.from(near));
  if (theirs === "") return /\s/u.test(mine) ? "an inner space" : `an extra ${named(mine)}`;
  if (mine === "") return /\s/u.test(theirs) ? "a missing space" : `a missing ${named(theirs)}`;
  if (Array.from(mine).length > 1) return "two characters that changed places";
  const words = `${named(mine)} in place of ${named(theirs)}`;
  return looksLike(mine, theirs) ? `${words}, which looks alike` : words;
}

/** What is left of two texts without the beginning and the end that they share. */
function middles(one: readonly string[], other: readonly string[]): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const middle = (text: readonly string[]) => text.slice(from, text.length - tail).join("");
  return [middle(one), middle(other)];
}

/** A character that is seen on paper, as it is; of others what they are. */
function named(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return /^\s$/u.test(character) ? "a space" : `invisible character (${codeOf(character)})`;
}

/** @example `U+200B` */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
