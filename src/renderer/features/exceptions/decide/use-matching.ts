/** Matching the current finding by hand, and going on to the next that waits. */
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import { useDialogs } from "../../../app/dialogs-provider.tsx";
import { startOf } from "../../../shared/match/match-start.ts";
import { matchedWords, recordsOf } from "../../../shared/match/match-words.ts";
import { markSolved } from "../../../shared/match/solved.ts";
import { reopenedWith, useMatches } from "../../../shared/match/use-matches.ts";
import type { Current } from "../queue/use-current.ts";

/**
 * @returns what opens the dialog; null where the current finding is none that a match may explain, or nothing
 *   can be written
 */
export function useMatching({ key, readOnly, human }: LedgerFacts, current: Current): (() => void) | null {
  const dialogs = useDialogs();
  const { row, goToWaiting } = current;
  const { matches } = useMatches();
  const start = row === null || readOnly !== null ? null : startOf(row.finding);
  if (row === null || start === null) return null;
  const { fingerprint } = row.finding;
  const reopened = reopenedWith(matches ?? [], start);
  const request = reopened === null ? { from: start } : { from: recordsOf(reopened), again: reopened.id };
  return () =>
    dialogs.show({
      is: "match",
      ...request,
      onMatched: (sides) => {
        // The check that follows raises it no more.
        markSolved(key, fingerprint, { words: matchedWords(sides), before: human });
        void goToWaiting();
      },
    });
}
