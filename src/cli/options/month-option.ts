/** A month on the command line. */
import type { Month } from "../../core/review/close/close.ts";
import { monthDays } from "../../core/time.ts";
import { usageError } from "../usage.ts";

/**
 * A month, as a commander argument parser.
 *
 * @throws TieoutError USAGE
 */
export function monthArgument(text: string): Month {
  if (monthDays(text) !== null) return text as Month;
  throw usageError(`--month takes a month such as 2026-10, not "${text}".`);
}
