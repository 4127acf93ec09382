/** The cell of C3 that shows the value of a record's field. */
import type { JsonValue } from "../../canonical.ts";
import { instantIn, isMoney, valueWords } from "../../fields/field-words.ts";
import { formatInstant } from "../../time.ts";
import type { Cell } from "../model.ts";

/** What a field said or says; amounts and times as cells of their own kind. */
export function changedValue(field: string, value: JsonValue | undefined): Cell {
  const atMs = instantIn(field, value);
  if (atMs !== null) return { value: atMs, kind: "instant" };
  if (typeof value === "number" && isMoney(field)) return { value, kind: "amount" };
  const words = valueText(field, value);
  // A number that is no amount stays one; a flag is told.
  return typeof value === "number" && words === String(value) ? { value, kind: "id" } : words;
}

/** The same in words. */
export function valueText(field: string, value: JsonValue | undefined): string {
  return valueWords(field, value, { decimals: 0, sayTime: formatInstant });
}
