/** Text as a workbook can hold it. */

// What XML 1.0 has no way to write, and lone halves of characters; most texts have none of it.
const FORBIDDEN = /[\uFFFE\uFFFF\uD800-\uDFFF]|[^\P{Cc}\t\n\r\u007F-\u009F]/u;
const EACH = new RegExp(FORBIDDEN.source, "gu");

/** A text without what XML forbids and many other readers stumble over: U+FFFD in its place. */
export function cleanText(text: string): string {
  return FORBIDDEN.test(text) ? text.replaceAll(EACH, "\uFFFD") : text;
}
