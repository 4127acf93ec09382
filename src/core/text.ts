/** Text from the service made storable, and comparisons that do not depend on the locale. */

/** What an escape says after its backslash. */
const ESCAPED = "u(?:0000|d[89a-f][0-9a-f]{2})";
/** What cannot be stored, or what looks like its escape, with the backslashes before it. */
const UNSTORABLE = new RegExp(
  String.raw`(\\*)([\u0000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF])|(\\+)(${ESCAPED})`,
  "g",
);
const ESCAPE = new RegExp(String.raw`(\\+)(${ESCAPED})`, "g");

/**
 * Replaces what SQLite's UTF-8 and an XML file cannot hold, NUL and lone surrogates, by its visible `\uXXXX`
 * escape. No two texts give the same: backslashes before an escape, or before what looks like one, are
 * doubled. Any other text comes back as it is.
 */
export function escapeUnstorable(text: string): string {
  if (!text.includes(String.raw`\u`) && text.isWellFormed() && !text.includes("\u0000")) return text;
  return text.replaceAll(
    UNSTORABLE,
    (_, before: string | undefined, unit: string, slashes: string, like: string) =>
      before === undefined
        ? `${slashes}${slashes}${like}`
        : `${before}${before}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The text that `escapeUnstorable` was given. */
export function unescapeUnstorable(text: string): string {
  if (!text.includes(String.raw`\u`)) return text;
  return text.replaceAll(ESCAPE, (_, slashes: string, escape: string) => {
    const own = slashes.slice(0, Math.floor(slashes.length / 2));
    return slashes.length % 2 === 0
      ? `${own}${escape}`
      : `${own}${String.fromCharCode(Number.parseInt(escape.slice(1), 16))}`;
  });
}

/** Folds case by Unicode's full case folding, alike in every locale. @example "Straße" → 'strasse' */
export function foldCase(text: string): string {
  if (!/[\u0080-\u{10ffff}]/u.test(text)) return text.toLowerCase();
  let folded = "";
  for (const letter of text) folded += foldLetter(letter);
  return folded;
}

/** One letter at a time: lower-casing a whole text would treat a final sigma differently. */
function foldLetter(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  // Dotless i is no form of i. Cherokee folds to its capitals, of which the small letters are the newer ones.
  if (point === 0x131 || (point >= 0x13a0 && point <= 0x13f5)) return letter;
  if ((point >= 0xab70 && point <= 0xabbf) || (point >= 0x13f8 && point <= 0x13fd))
    return letter.toUpperCase();
  return letter.toLowerCase().toUpperCase().toLowerCase();
}

/** Compares two texts by their code points, which is the order of their UTF-8 bytes. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all other units, so they rank last. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The code point of a character. @example codePointOf("А") // 'U+0410' */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
