/** Copies of one record in one pull: which one is used, and whether they conflict. */
import { type JsonValue, type Sha256, canonicalJson } from "../canonical.ts";

/**
 * Chooses among copies of one record.
 *
 * @param documents at least one copy, as `entryDocument` or `transactionDocument` gives it (no `_alt` fields)
 * @returns the index of the copy to use, the one whose canonical JSON has the lowest SHA-256, and whether they differ
 */
export function resolveCopies(
  documents: readonly JsonValue[],
  sha256: Sha256,
): { readonly index: number; readonly conflicting: boolean } {
  const texts = documents.map(canonicalJson);
  if (texts.every((text) => text === texts[0])) return { index: 0, conflicting: false };
  const hashes = texts.map(sha256);
  let index = 0;
  hashes.forEach((hash, at) => {
    if (hash < (hashes[index] ?? "")) index = at;
  });
  return { index, conflicting: true };
}
