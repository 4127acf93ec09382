/** The verdict, its first sentence large: it is the place's title, so whoever arrives hears it first. */
import type { CheckSummary, ReviewSummary } from "../../bridge/protocol.ts";
import type { Tone } from "../../ui/badge.tsx";
import { capitalised } from "../../../core/sentence.ts";
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { go, setFilters } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { monthName } from "../../shared/months/close-words.ts";
import { MonthStateLine, useMonthOf } from "../../shared/months/month-state.tsx";
import { Defined } from "../../ui/defined.tsx";
import { MEANINGS } from "./matched.tsx";
import { formatCount } from "../../../core/money.ts";

// The conclusion as the overview shows it: its first sentence in large letters, the others below.

interface Verdict {
  /** The first sentence. */
  readonly lead: string;
  /** The sentences after it, '' when that was all. */
  readonly rest: string;
  readonly tone: Extract<Tone, "error" | "warning" | "good" | "quiet">;
  /** The tickmark of a working paper. */
  readonly sign: string;
}

const SIGNS: Readonly<Record<Verdict["tone"], string>> = { error: "×", warning: "!", good: "√", quiet: "–" };

/** How many there are of what decides a verdict's tone. */
interface CountedCheck {
  readonly entries: number;
  readonly bySeverity: Pick<CheckSummary["counts"]["bySeverity"], "error" | "warning">;
}

/** @param ownErrors errors that no earlier period left open; left out where that is not known: all are its own */
export function verdictIn(summary: {
  readonly verdict: string;
  readonly counts: CountedCheck;
  readonly ownErrors?: number | undefined;
}): Verdict {
  const { verdict } = summary;
  const end = verdict.indexOf(". ");
  const tone = toneOf(summary);
  return {
    lead: end === -1 ? verdict : `${verdict.slice(0, end)}.`,
    rest: end === -1 ? "" : verdict.slice(end + 2),
    tone,
    sign: SIGNS[tone],
  };
}

/** As the first sentence has it: what an earlier period left open is no failure of this one. */
function toneOf({ counts, ownErrors }: Parameters<typeof verdictIn>[0]): Verdict["tone"] {
  const { error, warning } = counts.bySeverity;
  if ((ownErrors ?? error) > 0) return "error";
  if (error + warning > 0) return "warning";
  return counts.entries === 0 ? "quiet" : "good";
}

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
    <header className="beside gap-3 pad-y-5 verdict">
      <span className={`rigid serif verdict-sign tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <div>
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
    <div className="cluster baseline gap-2 across-4 pad-y-2">
      <Button variant="primary" onPress={start}>
        {next?.words ?? `Close ${monthName(month ?? "")}`}
      </Button>
    </div>
  );
}

// The next step of the review, as the Overview offers it.

/** Errors first, then warnings; null where nothing is left to review. */
export function nextReview({
  progress,
}: Pick<ReviewSummary, "progress">): { readonly words: string; readonly filters: string } | null {
  for (const severity of ["error", "warning"] as const) {
    const { total, reviewed } = progress.bySeverity[severity];
    const open = total - reviewed;
    if (open > 0) return { words: `Review ${formatCount(open, severity)}`, filters: `severity=${severity}` };
  }
  return null;
}
