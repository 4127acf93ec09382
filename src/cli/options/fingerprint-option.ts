/** A finding on the command line. */
import { LEAST_DIGITS } from "../../core/review/decisions/fingerprints.ts";
import { usageError } from "../usage.ts";

/**
 * The first digits of a fingerprint, or all, as a commander argument parser.
 *
 * @throws TieoutError USAGE
 */
export function fingerprintArgument(text: string): string {
  const digits = text.trim().toLowerCase();
  if (/^[0-9a-f]{8,64}$/u.test(digits)) return digits;
  throw usageError(`--fingerprint takes ${LEAST_DIGITS} to 64 digits and letters a to f, not "${text}".`);
}
