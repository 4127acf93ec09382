/** Says at the head of the Overview that a signed month is no longer what was signed, with the way there. */
import { FaultOf } from "../../app/fault-of.tsx";
import { useOpenLedger, formatOfMonth } from "../../app/ledger/ledger-provider.tsx";
import { hrefOfMonth } from "../../app/use-route.ts";
import { DriftSentence } from "./drift-sentence.tsx";
import { type RestatedByPull, useRestatedByPull, useRestatedMonths } from "./use-restatements.ts";
import { restatedSentence } from "./restatement-words.ts";
import "./restatement-banner.css";

export function RestatementBanner() {
  const ledger = useOpenLedger();
  const { restated } = useRestatedMonths();
  if (restated.length === 0) return null;
  return (
    <div className="caution restatement-banner" role="note" aria-label="Signed months that changed">
      {restated.map((one) => (
        <p key={one.month}>
          <span aria-hidden="true" className="tone-warning restatement-sign">
            !
          </span>
          {restatedSentence(one, formatOfMonth(ledger, one.month))}
          <DriftSentence month={one.month} isNamed={false} />{" "}
          <a href={hrefOfMonth("close", one.month)}>Show changes</a>
        </p>
      ))}
    </div>
  );
}

/** What one pull did, where a dialog waits for it. @param pullId null while it has not ended */
export function RestatementsOfPull({ pullId }: { readonly pullId: number | null }) {
  const after = useRestatedByPull(pullId);
  return pullId === null ? null : <PullRestatements after={after} />;
}

/** The same of one pull alone, where it ends. */
export function PullRestatements({ after }: { readonly after: RestatedByPull }) {
  const ledger = useOpenLedger();
  const { restated, isKnown, error, readAgain } = after;
  if (!isKnown)
    return <output className="faint restatement-reading">Looking for changes to signed months…</output>;
  return (
    <>
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
      {restated.length === 0 ? null : (
        <ul className="caution restatement-banner" aria-label="Signed months that it changed">
          {restated.map((one) => (
            <li key={one.month}>
              <span aria-hidden="true" className="tone-warning restatement-sign">
                !
              </span>
              {restatedSentence(one, formatOfMonth(ledger, one.month))}
              <DriftSentence month={one.month} isNamed={false} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
