/** Every match by hand of the ledger, newest first, those that reopened before all others. */
import { useFirst } from "../../ui/show-more.tsx";
import type { MatchState, StandingMatch } from "../../../core/review/decisions/manual-match.ts";
import { FaultOf, useOpenLedger, useDialogs } from "../../app/providers.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MatchCard, useMatches } from "./match-card.tsx";

const NOTHING = { walletIDs: [], payIDs: [] };
const RANK: Readonly<Record<MatchState, number>> = { reopened: 0, "in-force": 1, undone: 2 };

export function MatchesView() {
  const { matches, error, readAgain } = useMatches();
  const { readOnly } = useOpenLedger();
  const dialogs = useDialogs();
  if (error !== null) return <FaultOf error={error} onTryAgain={readAgain} />;
  if (matches === null) return null;
  const begin = () => dialogs.show({ is: "match", from: NOTHING });
  if (matches.length === 0) {
    return (
      <EmptyState
        title="No manual matches"
        actions={readOnly === null ? <Button onPress={begin}>Match by hand…</Button> : null}
      >
        Match an entry and a transaction by hand when their payrefs differ. The check uses the match while
        both stay unchanged.
      </EmptyState>
    );
  }
  return (
    <div className="pane gap-3 scrolls pad-x-5 pad-y-3">
      {readOnly === null ? (
        <p>
          <Button size="s" onPress={begin} words="Match by hand…" />
        </p>
      ) : null}
      <Listed matches={matches} />
    </div>
  );
}

function Listed({ matches }: { readonly matches: readonly StandingMatch[] }) {
  const [first, more] = useFirst(
    matches.toSorted((a, b) => RANK[a.state] - RANK[b.state]),
    100,
  );
  return (
    <>
      <ul className="stack gap-4 measure-l">
        {first.map((match) => (
          <li key={match.id}>
            <MatchCard match={match} level={2} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
