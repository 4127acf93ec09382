/**
 * Documents that are JSON text in the ledger, read back. What is written there is known to the letter, so
 * whatever else is found there was written by somebody else: an error that names record and field, never a
 * defect further on.
 */
import { TieoutError } from "../core/errors.ts";
import type { ErrorCode } from "../core/error-codes.ts";
import { excerpt } from "../core/excerpt.ts";
import type { Schema } from "./parts.ts";

/** Where a document is, and what to say when it is none. */
export interface StoredPlace {
  /** Absent where only whoever works with the ledger knows it: `guarded` adds it. */
  readonly file?: string;
  /** The table and the row's key, or the record's id. */
  readonly record: string;
  /** In one sentence, without a stop. */
  readonly sentence: string;
  readonly code?: Extract<ErrorCode, "AUDIT_MISMATCH" | "AUDIT_BROKEN" | "LEDGER_CORRUPT">;
}

/** Of a link of a ledger's trail. */
export function linkPlace(file: string, sequence: number): StoredPlace {
  const sentence = "A link differs from what was written";
  return { code: "AUDIT_BROKEN", file, record: `link ${sequence}`, sentence };
}

/** Whether something read back is what a schema says. What it says beyond stays: its hash is of all. */
export function isStored<T>(schema: Schema<T>, read: unknown): read is T {
  return schema.safeParse(read).success;
}

/** @param place asked for where the text differs @throws TieoutError AUDIT_MISMATCH, or the place's code */
export function parseStored<T>(text: string, schema: Schema<T>, place: () => StoredPlace): T {
  const read = parsed(text);
  if (isStored(schema, read)) return read;
  // In a map the field's name is whatever a stranger wrote.
  const field = excerpt(schema.safeParse(read).error?.issues[0]?.path.join(".") ?? "");
  throw misread({ ...place(), ...(field === "" ? {} : { field }) });
}

export function misread({
  sentence,
  code = "AUDIT_MISMATCH",
  ...facts
}: StoredPlace & { readonly field?: string }): TieoutError {
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
