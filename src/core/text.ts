/** Text as the service sends it, made storable; and comparison that no locale can change. */

/**
 * Replaces what SQLite's UTF-8 and an XML file cannot hold whole — NUL and lone surrogates — by its visible `\uXXXX`
 * escape. Any other text comes back as it is.
 */
export function escapeUnstorable(text: string): string {
  if (text.isWellFormed() && !text.includes("\u0000")) return text;
  return text
    .replaceAll("\u0000", String.raw`\u0000`)
    .replaceAll(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
    );
}

/**
 * Folds case for comparison by Unicode's full case folding, the same in every locale.
 *
 * @example foldCase("Straße") // 'strasse'
 */
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
