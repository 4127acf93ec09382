/** The verdict, the one large sentence of the window. It is the place's title, so that whoever arrives hears it first. */
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { MonthStanding } from "../close/month-state.tsx";
import { verdictIn } from "./verdict.ts";

export function VerdictLine({ summary }: { readonly summary: CheckSummary }) {
  const { lead, rest, tone, sign } = verdictIn(summary);
  return (
    <header className={`verdict verdict-${tone}`}>
      <span className="verdict-sign" aria-hidden="true">
        {sign}
      </span>
      <div className="verdict-words">
        <h1 id={PLACE_TITLE_ID} className="verdict-lead" tabIndex={-1}>
          <span className="only-spoken">Overview: </span>
          {lead}
        </h1>
        {rest === "" ? null : <p className="verdict-rest">{rest}</p>}
        <MonthStanding period={summary.period} />
      </div>
    </header>
  );
}
