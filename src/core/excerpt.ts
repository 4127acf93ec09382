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
  const line = oneLine(text.slice(0, LOOKED_AT));
  if (text.length <= LOOKED_AT && line.length <= LONGEST) return line.toWellFormed();
  return `${line.slice(0, LONGEST).toWellFormed()}… (${text.length} characters)`;
}

/** The first characters of a text of which more may follow. @param text as of `excerpt` */
export function openingOf(text: string, longest: number): string {
  const line = oneLine(text.slice(0, LOOKED_AT));
  return line.length <= longest ? line.toWellFormed() : `${line.slice(0, longest).toWellFormed()}…`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
