/** How far back pulls looked, with the command that covers the whole history. */
import { reachWords } from "../../core/review/close/reach-words.ts";
import type { AfterPull } from "../../main/services/pull/after-pull.ts";

export const FULL_WORDS = "tieout pull --full covers everything";

/**
 * Which signed months a pull did not reach over, in one sentence; '' where it reached over all, or had no
 * wallet history.
 */
export function reachSentence({ lastLooks, timeZone }: AfterPull): string {
  const words = reachWords(lastLooks, timeZone);
  return words === "" ? "" : `${words}. ${FULL_WORDS}.`;
}
