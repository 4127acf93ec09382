/** Finding by fingerprint: whole, or as many digits of it as people care to type. */
import { TieoutError } from "../errors.ts";

/** The fewest hex digits that name a finding. */
export const LEAST_DIGITS = 8;

/** Things that have a fingerprint, by it or by its first digits. */
export class FingerprintIndex<T extends { readonly fingerprint: string }> {
  readonly #byStart = new Map<string, Map<string, T>>();

  constructor(items: Iterable<T>) {
    for (const item of items) {
      const start = item.fingerprint.slice(0, LEAST_DIGITS);
      const bucket = this.#byStart.get(start) ?? new Map<string, T>();
      this.#byStart.set(start, bucket.set(item.fingerprint, item));
    }
  }

  /**
   * @param digits the first of a fingerprint, at least LEAST_DIGITS, or all
   * @returns null when nothing has such a fingerprint
   * @throws TieoutError FINDING_AMBIGUOUS when several have
   */
  find(digits: string): T | null {
    const bucket = this.#byStart.get(digits.slice(0, LEAST_DIGITS));
    const found = [...(bucket?.values() ?? [])].filter(({ fingerprint }) => fingerprint.startsWith(digits));
    if (found.length > 1) {
      throw new TieoutError("FINDING_AMBIGUOUS", "Several fingerprints begin with these digits", {
        record: `fingerprint ${digits}`,
      });
    }
    return found[0] ?? null;
  }
}

/** How many digits tell all of some fingerprints apart, at least LEAST_DIGITS. */
export function digitsToTellApart(fingerprints: readonly string[]): number {
  const different = new Set(fingerprints).size;
  let digits = LEAST_DIGITS;
  while (new Set(fingerprints.map((one) => one.slice(0, digits))).size < different) digits += 1;
  return digits;
}
