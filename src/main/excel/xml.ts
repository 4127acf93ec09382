/** Text as a workbook's XML can hold it. */

/** The most characters (UTF-16 units) a cell of Excel holds. */
export const CELL_CHARACTERS = 32_767;
const CUT = "… [cut]";

// Everything that cannot stand in a cell's text as it is; most texts have none of it.
const SPECIAL = /[<>&\r\uFFFE\uFFFF\uD800-\uDFFF]|[^\P{Cc}\t\n]|_x[0-9A-Fa-f]{4}_/u;
const FORBIDDEN = /[\uFFFE\uFFFF]|[^\P{Cc}\t\n\r\u007F-\u009F]/gu;
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/gu;

/** A text without what XML forbids and many other readers stumble over: U+FFFD in its place. */
export function cleanText(text: string): string {
  return SPECIAL.test(text) ? text.toWellFormed().replaceAll(FORBIDDEN, "\uFFFD") : text;
}

/**
 * A cell's text as XML content: cut to what a cell holds and marked, characters that XML forbids as U+FFFD, and an
 * `_x0041_` that is meant as such written so that readers do not take it for an escape.
 */
export function cellText(text: string): string {
  const held = text.length > CELL_CHARACTERS ? cut(text) : text;
  if (!SPECIAL.test(held)) return held;
  return cleanText(held)
    .replaceAll(ESCAPE, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

function cut(text: string): string {
  const kept = text.slice(0, CELL_CHARACTERS - CUT.length);
  // Not through the middle of a character.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${CUT}`;
}

/** A formula as XML content; a text in it keeps no character that XML forbids. */
export function formulaText(formula: string): string {
  if (!SPECIAL.test(formula)) return formula;
  return cleanText(formula).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Whether white space at an end would be lost without `xml:space`. */
export function needsSpace(text: string): boolean {
  return /^\s|\s$|\n/u.test(text);
}
