/** Quotes foreign values in messages: on one line, and shortened. */
import { excerpt } from "../../core/text/excerpt.ts";
import { Digits } from "./json/exact.ts";

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
