/** Text as a workbook's XML can hold it. */
import { cleanText, cutText } from "../../../core/text/clean-text.ts";
import { markupText } from "../markup.ts";

// Everything that cannot stand in a cell's text as it is; most texts have none of it.
const SPECIAL = /[^\t\n -%'-;=?-~\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_x[0-9A-Fa-f]{4}_/u;
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * A cell's text as XML content: cut to what a cell holds and marked, characters that XML forbids as U+FFFD,
 * and an `_x0041_` that is meant as such written so that readers do not take it for an escape.
 */
export function cellText(text: string): string {
  const held = cutText(text);
  if (!SPECIAL.test(held)) return held;
  return markupText(cleanText(held).replaceAll(ESCAPE, "_x005F_")).replaceAll("\r", "&#13;");
}

/** A formula as XML content; texts in it are clean already. */
export function formulaText(formula: string): string {
  return markupText(formula);
}

/** Whether white space at an end would be lost without `xml:space`. */
export function needsSpace(text: string): boolean {
  return /^\s|\s$|\n/u.test(text);
}
