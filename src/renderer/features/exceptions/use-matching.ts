/** Matching the current finding by hand, and going on to the next that waits once the check knows of it. */
import { useEffect, useRef } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { startOf } from "../match/match-start.ts";
import { sidesOf } from "../match/match-words.ts";
import { reopenedWith, useMatches } from "../match/use-matches.ts";
import type { Current } from "./use-current.ts";

/** @returns what opens the dialog; null where the current finding is none that a match may explain, or nothing can be written */
export function useMatching({ readOnly }: LedgerFacts, current: Current): (() => void) | null {
  const dialogs = useDialogs();
  const isMatched = useRef(false);
  const { row, isUnknown, goToWaiting } = current;
  useEffect(() => {
    // A finding that the match explains is raised no more.
    if (!isUnknown || !isMatched.current) return;
    isMatched.current = false;
    void goToWaiting();
  }, [isUnknown, goToWaiting]);
  const { matches } = useMatches();
  const start = row === null || readOnly !== null ? null : startOf(row.finding);
  if (start === null) return null;
  const reopened = reopenedWith(matches ?? [], start);
  const request = reopened === null ? { from: start } : { from: sidesOf(reopened), again: reopened.id };
  return () => {
    isMatched.current = false;
    dialogs.show({ is: "match", ...request, onMatched: () => (isMatched.current = true) });
  };
}
