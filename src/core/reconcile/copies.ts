/** Copies of one record within one pull: which one is used, and in which fields they conflict. */
import { type JsonObject, type JsonValue, type Sha256, canonicalJson } from "../canonical.ts";
import { mapTexts } from "../map-texts.ts";
import { compareBytes, escapeUnstorable, unescapeUnstorable } from "../text.ts";
import type { Sent } from "../sent.ts";
import { type RecordKind, sentFieldsOf } from "./compare-records.ts";
import type { CopiedField } from "./input/findings.ts";

/** Canonical JSON of a record as sent, without `_alt` fields. @param document its texts escaped */
export function asSentText(document: JsonValue, { asSent }: Sent = {}): string {
  if (asSent !== undefined) return asSent;
  const text = canonicalJson(document);
  return text.includes(String.raw`\\u`) ? canonicalJson(mapTexts(document, unescapeUnstorable)) : text;
}

/**
 * Chooses among copies of one record.
 *
 * @param texts at least one copy, as `asSentText` gives it
 * @returns the index of the copy to use, the one of the lowest SHA-256, and whether they differ
 */
export function resolveCopies(
  texts: readonly string[],
  sha256: Sha256,
): { readonly index: number; readonly conflicting: boolean } {
  if (texts.every((text) => text === texts[0])) return { index: 0, conflicting: false };
  const hashes = texts.map(sha256);
  let index = 0;
  hashes.forEach((hash, at) => {
    if (hash < (hashes[index] ?? "")) index = at;
  });
  return { index, conflicting: true };
}

/**
 * The fields in which copies differ, by name in byte order, each with its value in every copy: in the order
 * of the copies' SHA-256, so that the first is the one used. null stands for a field that a copy does not
 * have.
 *
 * @param texts as `asSentText` gives them
 */
export function copiedFields(kind: RecordKind, texts: readonly string[], sha256: Sha256): CopiedField[] {
  const documents = texts
    .map((text) => ({ text, hash: sha256(text) }))
    .toSorted((a, b) => compareBytes(a.hash, b.hash))
    .map(({ text }) => escaped(JSON.parse(text) as JsonValue, text));
  const members = differingMembers(documents);
  const copies = documents.map((document) => sentFieldsOf(kind, document, members));
  const [used] = copies;
  if (used === undefined) return [];
  const names = new Map(copies.flatMap((fields) => Array.from(fields, ([key, { path }]) => [key, path])));
  return [...names]
    .filter(([key]) => copies.some((fields) => fields.get(key)?.meaning !== used.get(key)?.meaning))
    .map(([key, path]) => ({
      field: path.join("."),
      values: copies.map((fields) => fields.get(key)?.value ?? null),
    }))
    .toSorted((a, b) => compareBytes(a.field, b.field));
}

/** Names of the members that are not the same in all: mostly few, and the others need no look inside. */
function differingMembers(documents: readonly JsonValue[]): Set<string> {
  const first = (documents[0] ?? {}) as JsonObject;
  const differing = new Set<string>();
  for (const document of documents as readonly JsonObject[]) {
    for (const name of new Set([...Object.keys(first), ...Object.keys(document)])) {
      if (differing.has(name)) continue;
      if (JSON.stringify(first[name]) !== JSON.stringify(document[name])) differing.add(name);
    }
  }
  return differing;
}

function escaped(document: JsonValue, text: string): JsonValue {
  return text.includes(String.raw`\u`) ? mapTexts(document, escapeUnstorable) : document;
}
