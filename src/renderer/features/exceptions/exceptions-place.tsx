/**
 * The review queue: findings in a list, the current one in full beside it, and everything one decides about
 * them.
 */
import type { ReactNode } from "react";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useRoute } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { MatchesView } from "../../shared/match/matches-view.tsx";
import { SignedNote } from "../../shared/months/month-state.tsx";
import { ReviewHeader } from "./queue/review-header.tsx";
import { ReviewQueue } from "./queue/review-queue.tsx";
import { Spoken } from "../../shared/decide/spoken.tsx";
import { WaitingNote } from "./queue/waiting.tsx";
import "./exceptions.css";

export function ExceptionsPlace() {
  const ledger = useLedger();
  const check = useCheck();
  const { client, summary, review, decisionsError, retry } = check;
  const isOnMatches = useIsOnMatches();
  if (ledger === null || client === null) {
    return (
      <Frame>
        <EmptyState title="No ledger is open">Open one to review its exceptions.</EmptyState>
      </Frame>
    );
  }
  if (check.state === "failed" && summary === null) {
    return (
      <Frame>
        <FaultOf error={check.error} onTryAgain={retry} />
      </Frame>
    );
  }
  if (summary === null || review === null) {
    return (
      <Frame>
        {decisionsError === null ? <WaitingNote check={check} /> : <FaultOf error={decisionsError} />}
      </Frame>
    );
  }
  return (
    <div className="pane whole exceptions">
      <ReviewHeader
        progress={check.isOtherPeriod ? null : review.progress}
        amounts={check.isOtherPeriod ? [] : review.amounts}
        isOnMatches={isOnMatches}
      />
      {check.state === "failed" ? <FaultOf error={check.error} onTryAgain={retry} /> : null}
      {check.isOtherPeriod ? null : <SignedNote period={check.period} />}
      <Spoken />
      {isOnMatches ? (
        <MatchesView />
      ) : (
        <ReviewQueue ledger={ledger} client={client} summary={summary} review={review} />
      )}
    </div>
  );
}

/** Whether the address asks for the matches by hand instead of the queue. */
function useIsOnMatches(): boolean {
  const { route } = useRoute();
  return new URLSearchParams(route.filters).get("view") === "matches";
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="pane whole exceptions">
      <PlaceHeader title="Exceptions" />
      <div className="exceptions-alone">{children}</div>
    </div>
  );
}
