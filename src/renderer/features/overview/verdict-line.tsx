/** The verdict, the one large sentence of the window. It is the place's title, so that whoever arrives hears it first. */
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { MonthStanding, useMonthOf } from "../close/month-state.tsx";
import { useSignedConclusion } from "../close/use-months.ts";
import { signedVerdict, verdictIn } from "./verdict.ts";

export function VerdictLine({ summary }: { readonly summary: CheckSummary }) {
  const signed = useSignedConclusion(useMonthOf(summary.period));
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
