/** `const mayMatch = useMayMatch()`: whether a record can be matched by hand. */
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import type { MatchSides } from "../../check/protocol/match.ts";
import { matchesWith, useMatches } from "./use-matches.ts";

/**
 * False where a match that counts, or that reopened, has one of the records, or where nothing can be written.
 */
export function useMayMatch(): (records: MatchSides) => boolean {
  const { readOnly } = useOpenLedger();
  const { matches } = useMatches();
  return ({ walletIDs, payIDs }) => {
    if (readOnly !== null || matches === null) return false;
    const records = [...walletIDs.map((walletID) => ({ walletID })), ...payIDs.map((payID) => ({ payID }))];
    return records.every((of) => matchesWith(matches, of).every(({ state }) => state === "undone"));
  };
}
