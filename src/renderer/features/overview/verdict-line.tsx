/** The verdict, the one large sentence of the window. It is the place's title, so that whoever arrives hears it first. */
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { useOpenLedger } from "../../app/ledger-provider.tsx";
import { go, setFilters } from "../../app/use-route.ts";
import type { CheckSummary, ReviewSummary } from "../../check/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { monthName } from "../close/words.ts";
import { directionWords, nextReview, reviewWords } from "./next-step.ts";
import { MonthStanding, useMonthOf } from "../close/month-state.tsx";
import { useSignedConclusion } from "../close/use-months.ts";
import { signedVerdict, verdictIn } from "./verdict.ts";

export interface VerdictLineProps {
  readonly summary: CheckSummary;
  /** null until decisions are known. */
  readonly review: ReviewSummary | null;
  readonly decimals: number;
}

export function VerdictLine({ summary, review, decimals }: VerdictLineProps) {
  const facts = useMonthOf(summary.period);
  const signed = useSignedConclusion(facts);
  const now = verdictIn(summary);
  const { lead, rest, tone, sign } = signed === null ? now : signedVerdict(signed);
  const hasMoved = signed !== null && signed.verdict !== summary.verdict;
  return (
    <header className={`verdict verdict-${tone}`}>
      <span className="verdict-sign" aria-hidden="true">
        {sign}
      </span>
      <div className="verdict-words">
        <h1 id={PLACE_TITLE_ID} className="verdict-lead" tabIndex={-1}>
          <span className="only-spoken">Overview: </span>
          {signed !== null ? <span className="verdict-of">As signed: </span> : null}
          {lead}
        </h1>
        {review === null || facts?.state === "signed-off" ? null : (
          <NextStep review={review} month={facts?.month ?? null} decimals={decimals} />
        )}
        {rest === "" ? null : <p className="verdict-rest">{rest}</p>}
        {hasMoved ? (
          <p className="verdict-now">
            <b>Now:</b> {summary.verdict}
          </p>
        ) : null}
        <MonthStanding period={summary.period} />
      </div>
    </header>
  );
}

interface NextStepProps {
  readonly review: ReviewSummary;
  /** The month that can be closed; null where the period is none. */
  readonly month: string | null;
  readonly decimals: number;
}

/** Which way it is off, how far the review is, and one button that goes on with it. */
function NextStep({ review, month, decimals }: NextStepProps) {
  const { currency } = useOpenLedger();
  const words = [directionWords(review, decimals, currency), reviewWords(review)].filter(
    (part) => part !== null,
  );
  const next = nextReview(review);
  const start = () => {
    go(next === null ? "close" : "exceptions");
    if (next !== null) setFilters(next.filters);
  };
  return (
    <div className="verdict-next">
      {words.length === 0 ? null : <p>{words.join(" ")}</p>}
      {next === null && month === null ? null : (
        <Button variant="primary" onPress={start}>
          {next?.words ?? `Close ${monthName(month ?? "")}`}
        </Button>
      )}
    </div>
  );
}
