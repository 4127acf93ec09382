/** Why a history may not be whole, the same wherever it is said: of a pull, in the terminal and in the window. */
import type { CheckResult } from "../../reconcile/result/result.ts";

/** Of a history that no limit cut; to ask for it again would bring no more. */
export const CUT_BY_SERVICE =
  "The history does not start at zero, and no limit explains it: the service may have capped it, or earlier entries are missing. Ask the provider for the entries before the oldest one.";

/**
 * What to do about a history that may have been cut; null where it was not.
 *
 * @param pull how everything is pulled, as the beginning of a sentence
 */
export function cutSentence(
  { capped, limited }: Pick<CheckResult, "capped" | "limited">,
  pull: string,
): string | null {
  if (!capped) return null;
  return limited ? `A pull's limit may have cut off the history. ${pull} to get all of it.` : CUT_BY_SERVICE;
}
