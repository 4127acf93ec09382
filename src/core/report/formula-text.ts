/** Values written into formulas. */
import { isExactId } from "../text/plain-text.ts";
import type { Day } from "../time.ts";
import { cleanText } from "../text/clean-text.ts";

/** A text in a formula has at most 255 characters in Excel; doubled quotes and rare ones may count twice. */
const PIECE = 100;
/** A formula has at most 8,192 characters. */
const MOST = 1000;

/** A text as a formula writes it: cleaned, quotes doubled, in pieces that Excel takes. */
export function textLiteral(text: string): string {
  const signs = Array.from(cleanText(text));
  const kept = signs.length > MOST ? [...signs.slice(0, MOST), "…"] : signs;
  const pieces: string[] = [];
  for (let at = 0; at < kept.length; at += PIECE) {
    const piece = kept.slice(at, at + PIECE).join("");
    pieces.push(`"${piece.replaceAll('"', '""')}"`);
  }
  return pieces.length === 0 ? '""' : pieces.join("&");
}

/**
 * An amount of 0 or more as a formula writes it.
 *
 * @param decimals 0 to 6, with which cells hold amounts
 * @example amountLiteral(12345, 2) // '123.45'
 */
export function amountLiteral(amount: number, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** As many digits as a whole number of a cell has. */
const DIGITS = 18;

/**
 * A cell's amount in words, as `formatAmount` writes it. TEXT knows nothing but digits in every language, so
 * the commas are put between them one by one.
 *
 * @param decimals 0 to 6, with which the cell holds it
 */
export function amountFormula(cell: string, decimals: number): string {
  const units = decimals === 0 ? `ABS(${cell})` : `ROUND(ABS(${cell})*${10 ** decimals},0)`;
  const whole = decimals === 0 ? units : `INT(${units}/${10 ** decimals})`;
  const padded = `RIGHT(REPT(" ",${DIGITS})&TEXT(${whole},"0"),${DIGITS})`;
  const groups = Array.from({ length: DIGITS / 3 }, (_, at) => `MID(${padded},${3 * at + 1},3)`);
  const grouped = `SUBSTITUTE(TRIM(${groups.join('&" "&')})," ",",")`;
  const fraction =
    decimals === 0 ? "" : `&"."&RIGHT("${"0".repeat(decimals)}"&TEXT(${units},"0"),${decimals})`;
  return `IF(${cell}<0,"−","")&${grouped}${fraction}`;
}

/** The first time that Excel has a date for, milliseconds: what is earlier stands in its cell as a text. */
export const DATES_FROM_MS = Date.UTC(1900, 2, 2);

/** A day as a formula. */
export function dateFormula(day: Day): string {
  return `DATE(${day.split("-").map(Number).join(",")})`;
}

/** Texts that a spreadsheet takes for no number, no comparison, no wildcard and no other letters. */
const PLAIN = /^(?:[A-Za-z("][ -)+-;@-}]*)?$/u;

/** Whether a spreadsheet tells texts apart that it compares without regard to upper and lower case. */
export function areDistinct(texts: Iterable<string>): boolean {
  const all = [...texts];
  return (
    all.every((text) => PLAIN.test(text)) &&
    new Set(all.map((text) => text.toLowerCase())).size === all.length
  );
}

/**
 * Which cells of a range hold a text, letter by letter, for a product. `=` folds case, and EXACT, which does
 * not, gets only one row of a range in gnumeric: it stands only where it must.
 *
 * @param distinct whether `=` tells what the range holds apart
 */
export function matchesText(range: string, text: string, distinct: boolean): string {
  return distinct ? `(${range}=${text})` : `EXACT(${range},${text})`;
}

/**
 * Σ over the rows of an id, of an amount or of their number. SUMIFS and COUNTIF take a text of digits for a
 * number, so that ids beyond 15 digits, which stand as text, would be alike.
 */
export function sumOfId(
  ids: string,
  of: { readonly cell: string; readonly id: number },
  amounts?: string,
): string {
  if (isExactId(of.id)) {
    return amounts === undefined ? `COUNTIF(${ids},${of.cell})` : `SUMIFS(${amounts},${ids},${of.cell})`;
  }
  return `SUMPRODUCT((${ids}=${of.cell})*${amounts ?? 1})`;
}
