/**
 * Says at the head of the Overview that the month shown is no longer what was signed, with the way there, and which other signed
 * months are not.
 */
import { Fragment } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import { FaultOf } from "../../app/providers.tsx";
import { usePast } from "../../rows/moment-provider.tsx";
import { hrefOfMonth } from "../../app/use-route.ts";
import { monthName } from "../months/close-words.ts";
import {
  ChangedSentence,
  type RestatedByPull,
  useChangedMonths,
  useRestatedByPull,
} from "./use-restatements.tsx";
import { Sign } from "../../ui/marks.tsx";

/** @param shown the month of the figures below; null where they are of none */
export function RestatementBanner({ shown }: { readonly shown: Month | null }) {
  const { months } = useChangedMonths();
  const past = usePast();
  // What is different from an earlier moment, its own banner says.
  if (past !== null || months.length === 0) return null;
  const own = months.find(({ month }) => month === shown);
  const others = months.filter(({ month }) => month !== shown);
  return (
    <div
      className="note washed tone-warning stack gap-1 below-3 pad-x-3 pad-y-2"
      role="note"
      aria-label="Signed months that changed"
    >
      {own === undefined ? null : (
        <p>
          <Sign tone="warning">!</Sign> <ChangedSentence of={own.changed} month={own.month} />{" "}
          <a href={hrefOfMonth("close", own.month)}>Show changes</a>
        </p>
      )}
      {others.length === 0 ? null : (
        <p>
          <Sign tone="warning">!</Sign> {own === undefined ? "Signed" : "Other signed"} months that changed
          since:{" "}
          {others.map(({ month }, at) => (
            <Fragment key={month}>
              {at === 0 ? null : ", "}
              <a className="unbroken" href={hrefOfMonth("close", month)}>
                {monthName(month)}
              </a>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

/** What one pull did, where a dialog waits for it. @param pullId null while it has not ended */
export function RestatementsOfPull({ pullId }: { readonly pullId: number | null }) {
  const after = useRestatedByPull(pullId);
  return pullId === null ? null : <PullRestatements after={after} />;
}

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
              <Sign tone="warning">!</Sign> <ChangedSentence of={changed} month={month} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
