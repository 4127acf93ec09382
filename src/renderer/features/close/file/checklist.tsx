/** The steps of the checklist: who ticked each, when, and with which comment. */
import { type TickedStep, isContradicted } from "../../../../core/review/file/month-file.ts";
import { Button } from "../../../ui/button.tsx";
import { SaidBy } from "./said-by.tsx";

interface ChecklistProps {
  readonly steps: readonly TickedStep[];
  /** Ticks a step or takes its tick back; null where nobody can. */
  readonly onTick: ((step: TickedStep) => void) | null;
}

export function Checklist({ steps, onTick }: ChecklistProps) {
  if (steps.length === 0) return <p className="quiet">The checklist has no steps.</p>;
  return (
    <ol className="stack file-checklist" aria-label="Checklist">
      {steps.map((step) => (
        <li key={step.id} className="cluster across-2 edge-below file-step">
          <span className={`sign ${step.tick === null ? "tone-quiet" : "tone-good"}`} aria-hidden="true">
            {step.tick === null ? "○" : "✓"}
          </span>
          <span className="only-spoken">{step.tick === null ? "open" : "done"}</span>
          <span className="fill">
            {step.text} {step.tick === null ? null : <SaidBy said={step.tick} />}
            {step.figures === null ? null : (
              <>
                {" "}
                <span className={figuresTone(step)}>({step.figures.words})</span>
              </>
            )}
          </span>
          {onTick === null ? null : (
            <Button
              size="s"
              variant={step.tick === null ? "plain" : "quiet"}
              aria-label={`${step.tick === null ? "Tick" : "Take back"}: ${step.text}`}
              onPress={() => onTick(step)}
            >
              {step.tick === null ? "Tick…" : "Take back…"}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A tick that the figures contradict is a fault; what is not done yet is none. */
function figuresTone(step: TickedStep): string {
  return isContradicted(step) ? "tone-error" : "quiet";
}
