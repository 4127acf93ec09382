/** Shows a foreign text in a message: on one line, and shortened. */

const LONGEST = 120;
/** How much of a long text is searched: patterns over all of it would exhaust their stack. */
const LOOKED_AT = 8 * LONGEST;

/**
 * A text as a sentence shows it: control characters and marks that change the direction of writing are
 * blanks, and a long text is cut, saying how long it is.
 *
 * @param text without secrets: a cut could leave a part of one
 */
export function excerpt(text: string): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  if (text.length <= LOOKED_AT && line.length <= LONGEST) return line.toWellFormed();
  return `${line.slice(0, LONGEST).toWellFormed()}… (${text.length} characters)`;
}
