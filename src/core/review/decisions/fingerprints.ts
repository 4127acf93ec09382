/** Finds a finding by its fingerprint, whole or shortened to its first digits. */
import { TieoutError } from "../../errors.ts";
import { firstWhere } from "../../sorted.ts";

/** The fewest hex digits that name a finding. */
export const LEAST_DIGITS = 8;

/** Things that have a fingerprint, by it or by its first digits. */
export class FingerprintIndex<T extends { readonly fingerprint: string }> {
  readonly #byFingerprint = new Map<string, T>();
  /** In order; null until somebody names one by its first digits. */
  #sorted: readonly string[] | null = null;

  constructor(items: Iterable<T>) {
    for (const item of items) this.#byFingerprint.set(item.fingerprint, item);
  }

  /**
   * @param digits the first of a fingerprint, at least LEAST_DIGITS, or all
   * @returns null when nothing has such a fingerprint
   * @throws TieoutError FINDING_AMBIGUOUS when several have
   */
  find(digits: string): T | null {
    const whole = this.#byFingerprint.get(digits);
    if (whole !== undefined) return whole;
    this.#sorted ??= [...this.#byFingerprint.keys()].toSorted();
    const at = firstWhere(this.#sorted, (one) => one >= digits);
    const fingerprint = onlyOneOf(digits, this.#sorted.slice(at, at + 2));
    return fingerprint === null ? null : (this.#byFingerprint.get(fingerprint) ?? null);
  }
}

/**
 * The fingerprint that digits name, of the first two, in order, that do not come before them.
 *
 * @returns null when neither begins with the digits, or they are too few
 * @throws TieoutError FINDING_AMBIGUOUS when both do
 */
export function onlyOneOf(digits: string, fingerprints: readonly string[]): string | null {
  if (digits.length < LEAST_DIGITS) return null;
  const [found = null, another] = fingerprints.filter((one) => one.startsWith(digits));
  if (another === undefined) return found;
  const both = [found ?? "", another];
  const shown = both.map((one) => one.slice(0, digitsToTellApart(both))).join(" and ");
  const sentence = `Several fingerprints begin with these digits, such as ${shown}`;
  throw new TieoutError("FINDING_AMBIGUOUS", sentence, { record: `fingerprint ${digits}` });
}

/** How many digits distinguish all of some fingerprints, at least LEAST_DIGITS. */
export function digitsToTellApart(fingerprints: readonly string[]): number {
  const different = new Set(fingerprints).size;
  let digits = LEAST_DIGITS;
  while (new Set(fingerprints.map((one) => one.slice(0, digits))).size < different) digits += 1;
  return digits;
}
