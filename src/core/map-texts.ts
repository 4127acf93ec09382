/** A document with every text in it, and every name, as somebody else writes them. */
import type { JsonValue } from "./canonical.ts";

export function mapTexts(value: JsonValue, of: (text: string) => string): JsonValue {
  if (typeof value === "string") return of(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, of));
  return Object.fromEntries(
    Object.entries(value as { readonly [field: string]: JsonValue }).map(([name, member]) => [
      of(name),
      mapTexts(member, of),
    ]),
  );
}
