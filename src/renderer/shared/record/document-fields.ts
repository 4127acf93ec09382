/**
 * Fields of a record's document by their path, told as texts, amounts and flags; the interface leaves much of
 * it open.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import { parseServiceTime } from "../../../core/time.ts";

/** @example fieldAt(document, "data", "itemname") */
export function fieldAt(document: JsonValue, ...path: readonly string[]): JsonValue {
  let at: JsonValue | undefined = document;
  for (const key of path) {
    if (at === null || typeof at !== "object" || Array.isArray(at) || !Object.hasOwn(at, key)) return null;
    at = (at as { readonly [field: string]: JsonValue | undefined })[key];
  }
  return at ?? null;
}

/** A text, whatever it is; null for null. */
export function textAt(document: JsonValue, ...path: readonly string[]): string | null {
  const value = fieldAt(document, ...path);
  return value === null || typeof value === "string" ? value : JSON.stringify(value);
}

/** An integer, null for anything else. */
export function integerAt(document: JsonValue, ...path: readonly string[]): number | null {
  const value = fieldAt(document, ...path);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** A time of the service in milliseconds UTC, null for anything else. */
export function instantAt(document: JsonValue, ...path: readonly string[]): number | null {
  const value = fieldAt(document, ...path);
  return typeof value === "string" ? parseServiceTime(value) : null;
}

/** The members of a list, none where there is no list. */
export function listAt(document: JsonValue, ...path: readonly string[]): readonly JsonValue[] {
  const value = fieldAt(document, ...path);
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Σ, null where it leaves the safe range. */
export function exactSum(amounts: readonly number[]): number | null {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return Number.isSafeInteger(sum) ? sum : null;
}
