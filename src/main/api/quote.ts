/** Quotes foreign values in messages: on one line, and shortened. */
import { Digits } from "./json/exact.ts";

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

/**
 * A value of a record as a sentence shows it: numbers by their digits, texts in quotes, the rest by its kind.
 *
 * @param redact takes secrets out of a text
 */
export function quoteValue(value: unknown, redact: (text: string) => string): string {
  if (value instanceof Digits) return excerpt(value.source);
  if (typeof value === "string") return `"${excerpt(redact(value))}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}
