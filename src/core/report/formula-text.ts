/** Values written into formulas. */
import type { Day } from "../time.ts";
import { cleanText } from "./words/clean-text.ts";

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

/** The first time that Excel has a date for, milliseconds: what is earlier stands in its cell as a text. */
export const DATES_FROM_MS = Date.UTC(1900, 2, 2);

/** A day as a formula. */
export function dateFormula(day: Day): string {
  return `DATE(${day.split("-").map(Number).join(",")})`;
}
