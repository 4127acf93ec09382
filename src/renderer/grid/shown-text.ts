/** Texts of others as a cell of one line shows them: literally, signs without a shape by their pictures. */

/** The most signs of a text that a cell draws; the detail shows all of it. */
const MOST = 300;
const SHAPELESS = /\p{Cc}/gu;

/**
 * Line breaks, tabs and other control signs as visible pictures; long texts cut. The text itself is untouched
 * wherever it is searched, copied or compared.
 */
export function shownText(text: string): string {
  // Not through the middle of a sign.
  const cut = text.slice(0, MOST).isWellFormed() ? MOST : MOST - 1;
  const kept = text.length > MOST ? `${text.slice(0, cut)}…` : text;
  return kept.replaceAll(SHAPELESS, (sign) => {
    if (sign === "\n" || sign === "\r") return "↵";
    if (sign === "\t") return "⇥";
    const code = sign.charCodeAt(0);
    if (code > 0x7f) return "␦";
    return code === 0x7f ? "␡" : String.fromCodePoint(0x2400 + code);
  });
}

const HIDDEN = /(?![\t\n\r])[\p{Cf}\p{Cc}]/gu;

/** The signs of a text that nobody sees, or that turn others around, by their names: `U+202E`. Each once. */
export function hiddenSigns(text: string): string[] {
  const found = new Set(text.match(HIDDEN) ?? []);
  return [...found].map(
    (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
