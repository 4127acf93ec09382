/**
 * Somebody else decided on what one is deciding on: who, when, what and why. It stands; one may decide again.
 */
import { useState } from "react";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { When } from "../../ui/values/when.tsx";
import { decisionWords, findingSubject } from "./finding-words.ts";
import "./decision-form.css";

interface MeanwhileNoteProps {
  /** The newest on each finding concerned. */
  readonly decisions: readonly Decision[];
  /** Whether each says which finding it is about. */
  readonly withSubject?: boolean;
}

const SHOWN = 5;

export function MeanwhileNote({ decisions, withSubject = false }: MeanwhileNoteProps) {
  const [shown, setShown] = useState(SHOWN);
  const left = decisions.length - shown;
  return (
    <div className="caution meanwhile" role="alert">
      <p>
        <b>Already decided.</b> The first decision counts. Read it before you decide again.
      </p>
      <ul>
        {decisions.slice(0, shown).map((decision) => (
          <li key={decision.id}>
            {withSubject ? `${findingSubject(decision.finding)}: ` : ""}
            {decisionWords(decision)} by <bdi>{decision.by}</bdi>, <When atMs={decision.atMs} time />
            {decision.note === "" ? null : (
              <>
                : <bdi>{decision.note}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <button type="button" className="meanwhile-more" onClick={() => setShown(decisions.length)}>
          and {left} more
        </button>
      ) : null}
    </div>
  );
}
