/** Text as a workbook can hold it. */

// What XML 1.0 has no way to write, and lone halves of characters; most texts have none of it.
const FORBIDDEN = /[\uFFFE\uFFFF\uD800-\uDFFF]|[^\P{Cc}\t\n\r\u007F-\u009F]/u;
const EACH = new RegExp(FORBIDDEN.source, "gu");

/** A text without what XML forbids and many other readers stumble over: U+FFFD in its place. */
export function cleanText(text: string): string {
  return FORBIDDEN.test(text) ? text.replaceAll(EACH, "\uFFFD") : text;
}

/** The most characters (UTF-16 units) a cell of Excel holds. */
const CELL_CHARACTERS = 32_767;
const CUT = "… [cut]";

/** A text cut to what a cell holds, and marked where it was; not through the middle of a character. */
export function cutText(text: string): string {
  if (text.length <= CELL_CHARACTERS) return text;
  const kept = text.slice(0, CELL_CHARACTERS - CUT.length);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${CUT}`;
}

/** A text with one kind of line end: readers of a workbook make all alike, and so must who compares cells. */
export function oneLineEnd(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/gu, "\n") : text;
}

/** A text as a workbook's cell holds it: two that are the same here are the same to every formula. */
export function heldText(text: string): string {
  return cleanText(cutText(oneLineEnd(text)));
}
