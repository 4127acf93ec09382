/**
 * The matches by hand that a record is in, within its detail; and the way to make one where it is in none.
 */
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordSection } from "../record/record-pane.tsx";
import { MatchCard } from "./match-card.tsx";
import { matchesWith, useMatches } from "./use-matches.ts";
import { useMayMatch } from "./use-may-match.ts";

interface RecordMatchesProps {
  readonly of: { readonly walletID: number } | { readonly payID: number };
}

/** Nothing while the record is in no match. */
export function RecordMatches({ of }: RecordMatchesProps) {
  const { matches } = useMatches();
  const found = matchesWith(matches ?? [], of);
  if (found.length === 0) return null;
  return (
    <RecordSection title="Manual matches">
      <MatchCards matches={found} />
    </RecordSection>
  );
}

/** Matches under the heading of a section. */
export function MatchCards({ matches }: { readonly matches: readonly StandingMatch[] }) {
  return matches.map((match) => <MatchCard key={match.id} match={match} level={4} />);
}

/** Nothing where a match that counts, or that reopened, has the record, or where nothing can be written. */
export function MatchButton({ of }: RecordMatchesProps) {
  const dialogs = useDialogs();
  const mayMatch = useMayMatch();
  const from =
    "walletID" in of ? { walletIDs: [of.walletID], payIDs: [] } : { walletIDs: [], payIDs: [of.payID] };
  if (!mayMatch(from)) return null;
  return (
    <p>
      <Button size="s" onPress={() => dialogs.show({ is: "match", from })}>
        Match by hand…
      </Button>
    </p>
  );
}
