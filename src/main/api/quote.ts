/** How foreign values stand in our sentences: quoted, on one line, never longer than a line. */
import { Digits } from "./exact.ts";

const LONGEST = 120;

/** Cuts a text that is too long for a sentence, saying how long it was. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).toWellFormed()}… (${text.length} characters)`;
}

/** Replaces control characters and marks that change the direction of writing by spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/**
 * A value of a record as a sentence shows it: numbers by their digits, texts in quotes, the rest by its kind.
 *
 * @param redact takes secrets out before a long text is cut, so that no part of one is left
 */
export function quoteValue(value: unknown, redact: (text: string) => string): string {
  if (value instanceof Digits) return shorten(value.source);
  if (typeof value === "string") return `"${shorten(oneLine(redact(value)))}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}
