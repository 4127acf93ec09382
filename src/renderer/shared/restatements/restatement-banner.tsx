/** Says at the head of the Overview that a signed month is no longer what was signed, with the way there. */
import { FaultOf } from "../../app/providers.tsx";
import { usePast } from "../../rows/moment-provider.tsx";
import { hrefOfMonth } from "../../app/use-route.ts";
import {
  ChangedSentence,
  type RestatedByPull,
  useChangedMonths,
  useRestatedByPull,
} from "./use-restatements.tsx";

export function RestatementBanner() {
  const { months } = useChangedMonths();
  const past = usePast();
  // What is different from an earlier moment, its own banner says.
  if (past !== null || months.length === 0) return null;
  return (
    <div
      className="note washed tone-warning stack gap-1 below-3 pad-x-3 pad-y-2"
      role="note"
      aria-label="Signed months that changed"
    >
      {months.map(({ month, changed }) => (
        <p key={month}>
          <span aria-hidden="true" className="tone-warning sign strong">
            !
          </span>{" "}
          <ChangedSentence of={changed} month={month} />{" "}
          <a href={hrefOfMonth("close", month)}>Show changes</a>
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
  const { restated, isKnown, error, readAgain } = after;
  if (!isKnown) return <output className="faint late">Looking for changes to signed months…</output>;
  return (
    <>
      <FaultOf error={error} onTryAgain={readAgain} />
      {restated.length === 0 ? null : (
        <ul
          className="note washed tone-warning stack gap-1 pad-x-3 pad-y-2"
          aria-label="Closed months that it changed"
        >
          {restated.map(({ month, changed }) => (
            <li key={month}>
              <span aria-hidden="true" className="tone-warning sign strong">
                !
              </span>{" "}
              <ChangedSentence of={changed} month={month} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
