/** Values written into formulas. */
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
