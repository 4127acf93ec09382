/** The four steps of a month in a row: which were taken, by whom and when, and which come next. */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { When } from "../../ui/values/when.tsx";
import { type Stage, stagesOf } from "../../shared/months/close-words.ts";

const SIGNS: Readonly<Record<Stage["is"], string>> = { done: "✓", passed: "–", here: "●", ahead: "○" };
const SPOKEN: Readonly<Record<Stage["is"], string>> = {
  done: "done",
  passed: "skipped",
  here: "current step",
  ahead: "to do",
};

export function CloseStepper({ facts }: { readonly facts: MonthFacts }) {
  return (
    <ol className="stepper" aria-label="Steps of the close">
      {stagesOf(facts).map(({ state, words, is, step }) => (
        <li
          key={state}
          className={`stack stage stage-${is}`}
          aria-current={is === "here" ? "step" : undefined}
        >
          <span className="medium stage-name">
            <span className="stage-sign" aria-hidden="true">
              {SIGNS[is]}
            </span>
            {words}
            <span className="only-spoken">, {SPOKEN[is]}</span>
          </span>
          <span className="small quiet breaks stage-who">
            {step === null ? null : (
              <>
                {step.by}
                <br />
                <When atMs={step.atMs} time />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
