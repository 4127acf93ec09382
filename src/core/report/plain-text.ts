/** Values as plain text that a spreadsheet reads back: in CSV files, and in cells copied from the window. */
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

/** A text with the characters that the workbook has; one that a spreadsheet would work out begins with an apostrophe. */
export function inertText(text: string): string {
  const clean = cleanText(text);
  return /^[=+\-@\t\r]/u.test(clean) ? `'${clean}` : clean;
}
