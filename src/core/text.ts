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

/** Case-folds for comparison, the same in every locale. */
export function foldCase(text: string): string {
  return text.toLowerCase();
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
