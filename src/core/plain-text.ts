/** Values as plain text that a spreadsheet reads back: in cells copied from the window, and in CSV files. */
import { cleanText } from "./clean-text.ts";

/**
 * An amount with a point and no grouping, exact: its digits are never divided.
 *
 * @param amount integer in the service's unit
 * @param decimals 0 to 6
 * @example plainAmount(-1234567, 2) // '-12345.67'
 */
export function plainAmount(amount: number, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${amount < 0 ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Where a spreadsheet may see a cell begin: at the start of the text, after a line break, and after a tab or
 * a semicolon, which many countries' programs take for the end of a field. Blanks, quotes and signs that
 * nobody sees may come before.
 */
const FORMULAS = /(^|[\t\r\n\u2028\u2029;])([\p{Z}\p{C}"]*)('*[=+\-@＝＋－＠])/gu;
const FRONT = /^(?='*[\t\r\n])/u;

/**
 * A text with the characters that the workbook has, and an apostrophe before each sign that could make a
 * spreadsheet work out what follows, also one in front of a text that begins with a tab or a line break.
 * Apostrophes that stand there already count: whoever reads the text takes one away at each of these places
 * and has it as it was.
 */
export function inertText(text: string): string {
  return cleanText(text).replaceAll(FORMULAS, "$1$2'$3").replace(FRONT, "'");
}

/** An instant, milliseconds of a wall clock, for a spreadsheet. @example '2026-10-05 14:03:22' */
export function plainInstant(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Numbers of more digits lose their last ones in a spreadsheet. */
const EXACT_DIGITS = 15;

/** Whether a spreadsheet holds a record's number as one; else it stands as text. */
export function isExactId(id: number): boolean {
  return String(id).length <= EXACT_DIGITS;
}
