/** The queue without lines: nothing was found, everything is decided, or the filters leave nothing. */
import { formatCount } from "../../../../core/money.ts";
import type { ReviewProgress } from "../../../../core/review/decisions/review.ts";
import { hrefOf, setPeriod } from "../../../app/use-route.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { ALL_EXCEPTIONS, type QueueFilters, isNarrowed } from "../../../shared/decide/queue-filters.ts";
import { isWaiting } from "../finding/movement.ts";

interface QueueEmptyProps {
  readonly filters: QueueFilters;
  readonly progress: ReviewProgress;
  /** Shows every exception. */
  readonly onAll: () => void;
}

export function QueueEmpty({ filters, progress, onAll }: QueueEmptyProps) {
  const { period } = useCheck();
  const { reviewed, total } = progress;
  const isWhole = period === null;
  const whole = isWhole ? null : <Button onPress={() => setPeriod(null)}>Show the whole history</Button>;
  if (total > 0 && reviewed === total && asksWaiting(filters)) {
    return (
      <EmptyState
        title="All exceptions are decided"
        actions={
          <>
            <Button onPress={onAll}>Show all</Button>
            {isWhole ? null : (
              <a className="button button-primary" href={hrefOf("close")}>
                Go to Close
              </a>
            )}
          </>
        }
      >
        {formatCount(total, "exception")} in {isWhole ? "the whole history" : "this period"}, each with a
        decision.
      </EmptyState>
    );
  }
  if (isNarrowed(filters)) {
    return (
      <EmptyState title="No matches" actions={<Button onPress={onAll}>Show all</Button>}>
        {total === 0
          ? "There are no exceptions in this period."
          : `${formatCount(total, "exception")} without these filters.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No exceptions" actions={whole}>
      No rule found an error or a warning in {isWhole ? "the whole history" : "this period"}. Notices can be
      shown by their severity.
    </EmptyState>
  );
}

/** Whether nothing but what waits for a decision is asked for. */
function asksWaiting({ statuses, ...rest }: QueueFilters): boolean {
  return (
    statuses !== null &&
    statuses.every(isWaiting) &&
    !isNarrowed({ ...ALL_EXCEPTIONS, ...rest, statuses: null })
  );
}
