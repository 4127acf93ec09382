/**
 * The verdict, its first sentence in large letters. It is the place's title, so that whoever arrives hears it
 * first.
 */
import { capitalised } from "../../../core/text/sentence.ts";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";
import { go, setFilters } from "../../app/use-route.ts";
import type { CheckSummary, ReviewSummary } from "../../check/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { monthName } from "../../shared/months/close-words.ts";
import { nextReview } from "./next-step.ts";
import { MonthStateLine, useMonthOf } from "../../shared/months/month-state.tsx";
import { Defined } from "../../ui/overlays/defined.tsx";
import { MEANINGS } from "./meanings.ts";
import { verdictIn } from "./verdict.ts";

interface VerdictLineProps {
  readonly summary: CheckSummary;
  /** null until decisions are known. */
  readonly review: ReviewSummary | null;
  /** Whether `review` may be of another check than `summary`. */
  readonly isStale: boolean;
  /** Of which earlier moment it is, e.g. `as signed`; null for now. */
  readonly title: string | null;
}

export function VerdictLine({ summary, review, isStale, title }: VerdictLineProps) {
  const facts = useMonthOf(summary.period);
  const reviewed = isStale ? null : review;
  const { lead, rest, tone, sign } = verdictIn({
    ...summary,
    verdict: reviewed?.verdict ?? summary.verdict,
    ownErrors: reviewed?.ownErrors,
  });
  return (
    <header className="beside gap-3 verdict">
      <span className={`rigid serif verdict-sign tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <div className="verdict-words">
        <h1 id={PLACE_TITLE_ID} className="headline verdict-lead lands" tabIndex={-1}>
          <span className="only-spoken">Overview: </span>
          {title === null ? null : <span className="quiet">{capitalised(title)}: </span>}
          {lead}
        </h1>
        {rest === "" ? null : <p className="subline">{rest}</p>}
        <div className="cluster baseline gap-4">
          {review === null || facts?.state === "signed-off" ? null : (
            <NextStep review={review} month={facts?.month ?? null} />
          )}
          <span className="small quiet">
            <Defined meaning={MEANINGS.verdict} placement="bottom">
              What these numbers are
            </Defined>
          </span>
        </div>
        <MonthStateLine period={summary.period} />
      </div>
    </header>
  );
}

interface NextStepProps {
  readonly review: ReviewSummary;
  /** The month that can be closed; null where the period is none. */
  readonly month: string | null;
}

/** One button that goes on with the review, or with the close once everything is reviewed. */
function NextStep({ review, month }: NextStepProps) {
  const next = nextReview(review);
  if (next === null && month === null) return null;
  const start = () => {
    go(next === null ? "close" : "exceptions");
    if (next !== null) setFilters(next.filters);
  };
  return (
    <div className="cluster baseline gap-2 across-4 verdict-next">
      <Button variant="primary" onPress={start}>
        {next?.words ?? `Close ${monthName(month ?? "")}`}
      </Button>
    </div>
  );
}
