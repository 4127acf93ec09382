/** How far the review is, with undo, redo and keeping the run. */
import type { ReviewProgress } from "../../../core/review/review.ts";
import { REVIEW_STATUSES } from "../../../core/review/review.ts";
import { formatAmount } from "../../../core/money.ts";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StatusMark } from "../../ui/marks.tsx";
import { KeepRun } from "./keep-run.tsx";
import { UndoButtons } from "./undo-buttons.tsx";
import { progressWords } from "./words.ts";

export function ReviewHeader({ progress }: { readonly progress: ReviewProgress }) {
  const words = progress.total === 0 ? "none found" : progressWords(progress);
  return (
    <PlaceHeader
      title="Exceptions"
      aside={
        <span className="review-progress">
          <b>{words}</b>
          {progress.total === 0 ? null : (
            <ProgressBar done={progress.reviewed} total={progress.total} label={words} />
          )}
          {REVIEW_STATUSES.filter((status) => progress.byStatus[status] > 0).map((status) => (
            <span key={status} className="review-count">
              <StatusMark status={status} /> {formatAmount(progress.byStatus[status])}
            </span>
          ))}
        </span>
      }
    >
      <UndoButtons />
      <KeepRun />
    </PlaceHeader>
  );
}
