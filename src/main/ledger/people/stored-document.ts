/**
 * Documents that are in the ledger as JSON text, read back. What is written there is known to the letter, so whatever else stands
 * there was written by somebody else: an error that names the row, never a defect further on.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import { type ErrorCode, TieoutError } from "../../../core/errors.ts";

/** Whether something read back is what it should be. */
export type Shape<T> = (read: unknown) => read is T;

export const isInteger: Shape<number> = (read): read is number => Number.isSafeInteger(read);
export const isText: Shape<string> = (read): read is string => typeof read === "string";

/** @example orNull(isText) */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (read): read is T | null => read === null || shape(read);
}

/** A field that may be absent. */
export function orAbsent<T>(shape: Shape<T>): Shape<T | undefined> {
  return (read): read is T | undefined => read === undefined || shape(read);
}

export function listOf<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (read): read is readonly T[] => Array.isArray(read) && read.every((one) => shape(one));
}

export function oneOf<const T extends string>(values: readonly T[]): Shape<T> {
  return (read): read is T => values.some((value) => value === read);
}

/** An object with all of these fields; it may have others. */
export function objectOf<T extends object>(fields: {
  readonly [K in keyof T]-?: Shape<T[K]> | Shape<T[K] | undefined>;
}): Shape<T> {
  const shapes = Object.entries<Shape<unknown>>(fields);
  return (read): read is T =>
    isObject(read) &&
    shapes.every(([field, shape]) => shape(Object.hasOwn(read, field) ? read[field] : undefined));
}

/** An object with these fields and no others. */
export function exactly<T extends object>(fields: {
  readonly [K in keyof T]-?: Shape<T[K]> | Shape<T[K] | undefined>;
}): Shape<T> {
  const hasThem = objectOf<T>(fields);
  return (read): read is T =>
    hasThem(read) && Object.keys(read).every((field) => Object.hasOwn(fields, field));
}

/** An object whose fields, whatever their names, all are of one shape. */
export function recordOf<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (read): read is Readonly<Record<string, T>> =>
    isObject(read) && Object.values(read).every((one) => shape(one));
}

/** An object with any fields. */
export function isObject(read: unknown): read is Readonly<Record<string, unknown>> {
  return typeof read === "object" && read !== null && !Array.isArray(read);
}

/** Fields that the interface does not name, as the service wrote them. */
export function isExtra(read: unknown): read is { readonly [field: string]: JsonValue } {
  return isObject(read);
}

/** The place of a document, and the error when it is invalid. */
export interface StoredPlace {
  /** Absent where only whoever works with the ledger knows it: `guarded` adds it. */
  readonly file?: string;
  /** The table and the row's key, or the record's id. */
  readonly record: string;
  /** In one sentence, without a stop. */
  readonly sentence: string;
  readonly code?: Extract<ErrorCode, "AUDIT_MISMATCH" | "AUDIT_BROKEN" | "LEDGER_CORRUPT">;
}

/**
 * What a text says.
 *
 * @param place asked for only where the text differs from what was written
 * @throws TieoutError AUDIT_MISMATCH, or the place's own code
 */
export function parseStored<T>(text: string, shape: Shape<T>, place: () => StoredPlace): T {
  const read = parsed(text);
  if (shape(read)) return read;
  throw misread(place());
}

/** The error for what differs from what was written. */
export function misread({ sentence, code = "AUDIT_MISMATCH", ...facts }: StoredPlace): TieoutError {
  return new TieoutError(code, sentence, facts);
}

/** undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
