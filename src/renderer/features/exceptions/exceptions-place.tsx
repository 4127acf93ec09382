/** The review queue: findings in a list, the current one beside it, and all that one decides about them. */
import { useLedger, FaultOf } from "../../app/providers.tsx";
import { useRoute, hrefOf } from "../../app/use-route.ts";
import { type Check, WaitingNote, useCheck } from "../../rows/check-provider.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { MatchesView } from "../../shared/record/matches-view.tsx";
import { SignedNote } from "../../shared/months/month-state.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { Spoken, useUndo } from "../../shared/decide/use-undo.tsx";
import { usePast } from "../../rows/moment-provider.tsx";
import { formatAmount } from "../../../core/money.ts";
import { useJobs } from "../../app/jobs-provider.tsx";
import type { ReviewProgress } from "../../../core/review/decisions/review.ts";
import { progressWords } from "../../shared/decide/finding-words.ts";
import type { ReviewSummary } from "../../bridge/protocol.ts";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/defined.tsx";
import { useMatches } from "../../shared/record/match-card.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { QUEUE_KEYS } from "./use-queue-keys.ts";
import { ResolveBars } from "../../shared/decide/resolve-bars.tsx";

export function ExceptionsPlace() {
  const ledger = useLedger();
  const check = useCheck();
  const { client, summary, review, retry } = check;
  const isOnMatches = useIsOnMatches();
  if (ledger === null || client === null || summary === null || review === null) {
    return (
      <div className="pane whole exceptions">
        <PlaceHeader title="Exceptions" />
        <div className="pad-x-5 pad-y-4">
          <NoQueue check={check} />
        </div>
      </div>
    );
  }
  return (
    <div className="pane whole exceptions">
      <ReviewHeader progress={check.isOtherPeriod ? null : review.progress} isOnMatches={isOnMatches} />
      {check.isOtherPeriod ? null : <Resolving review={review} />}
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

function useIsOnMatches(): boolean {
  const { route } = useRoute();
  return new URLSearchParams(route.filters).get("view") === "matches";
}

/** Why there is no queue, or not yet. */
function NoQueue({ check }: { readonly check: Check }) {
  const { client, summary, state, error, decisionsError, retry } = check;
  if (client === null)
    return <EmptyState title="No ledger is open">Open one to review its exceptions.</EmptyState>;
  if (state === "failed" && summary === null) return <FaultOf error={error} onTryAgain={retry} />;
  return decisionsError === null ? <WaitingNote /> : <FaultOf error={decisionsError} />;
}

function Resolving({ review: { headline, amounts } }: { readonly review: ReviewSummary }) {
  return (
    <section className="stack rigid gap-1 pad-x-5 pad-under-2" aria-label="To resolve">
      <p>
        <b className="large">{headline.lead}</b> {headline.rest === "" ? null : <span>{headline.rest}</span>}
      </p>
      <ResolveBars amounts={amounts} />
    </section>
  );
}

interface ReviewHeaderProps {
  readonly progress: ReviewProgress | null;
  readonly isOnMatches: boolean;
}

/** What is looked at, how far the review is, and undo, redo and a workbook's review. */
function ReviewHeader({ progress, isOnMatches }: ReviewHeaderProps) {
  const { pending } = useCheck();
  const commands = useCommands();
  const { running } = useJobs();
  const isPast = usePast() !== null;
  return (
    <PlaceHeader
      title="Exceptions"
      aside={
        <span className="cluster gap-1 across-3 review-progress">
          <Views isOnMatches={isOnMatches} />
          {progress === null ? null : (
            <b className="inked strong">{progress.total === 0 ? "none found" : progressWords(progress)}</b>
          )}
          {pending === 0 ? null : <output className="quiet">Saving {formatAmount(pending)}…</output>}
        </span>
      }
    >
      <UndoButtons />
      <Tooltip content="What a reviewer typed into an exported workbook">
        <Button
          size="s"
          variant="quiet"
          isDisabled={running !== null || isPast}
          onPress={commands.importReview}
        >
          Import review…
        </Button>
      </Tooltip>
    </PlaceHeader>
  );
}

/** The queue, and the matches by hand that count or wait. */
function Views({ isOnMatches }: Pick<ReviewHeaderProps, "isOnMatches">) {
  const { matches } = useMatches();
  const count = matches?.filter(({ state }) => state !== "undone").length ?? 0;
  const reopened = matches?.filter(({ state }) => state === "reopened").length ?? 0;
  return (
    <nav className="beside gap-3 plain-links unbroken review-views" aria-label="Views">
      <a href={hrefOf("exceptions")} {...(isOnMatches ? {} : { "aria-current": "page" })}>
        Queue
      </a>
      <a
        href={hrefOf("exceptions", null, "view=matches")}
        {...(isOnMatches ? { "aria-current": "page" } : {})}
      >
        Manual matches{count === 0 ? "" : ` ${formatAmount(count)}`}
        {reopened === 0 ? "" : `, ${formatAmount(reopened)} reopened`}
      </a>
    </nav>
  );
}

function UndoButtons() {
  const { canUndo, canRedo, undo, redo } = useUndo();
  return (
    <>
      <Button size="s" variant="quiet" icon="undo" isDisabled={!canUndo} onPress={() => void undo()}>
        <span className="undo-word">Undo</span> <Kbd keys={QUEUE_KEYS.undo.keys} />
      </Button>
      <Button size="s" variant="quiet" icon="redo" isDisabled={!canRedo} onPress={() => void redo()}>
        <span className="undo-word">Redo</span> <Kbd keys={QUEUE_KEYS.redo.keys} />
      </Button>
    </>
  );
}
