/** One job looked at closely: each step as a line, how far the last is, and how it ended. */
import type { Job, JobStep } from "../../ipc/jobs.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { useSeenEnd } from "./jobs-provider.tsx";
import { FaultOfJob } from "./providers.tsx";
import { type StepOutcome, jobEnd, jobName, stepCounts, stepOutcomes } from "./job-words.ts";
import { Sign } from "../ui/marks.tsx";

interface JobViewProps {
  readonly job: Job;
  /** As of `FaultOf`. */
  readonly isMendedHere?: boolean;
  /** Whether nothing else is still to be said of its end. */
  readonly isWhole?: boolean;
}

export function JobView({ job, isMendedHere = false, isWhole = true }: JobViewProps) {
  useSeenEnd(job, isWhole);
  const last = job.steps.at(-1);
  const isRunning = job.state === "running";
  const outcomes = stepOutcomes(job);
  return (
    <div className="stack gap-3">
      {isRunning ? <ProgressBar of={last} label={jobName(job.kind)} /> : null}
      <JobOutcome job={job} isMendedHere={isMendedHere} />
      <ol className="scrolls bounded" aria-label="Steps">
        {job.steps.map((step, index) => (
          // Steps are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Step key={index} step={step} how={outcomes[index] ?? job.state} />
        ))}
      </ol>
    </div>
  );
}

const STEP_SIGNS = {
  done: { sign: "✓", tone: "good" },
  running: { sign: "…", tone: "quiet" },
  failed: { sign: "✗", tone: "error" },
  cancelled: { sign: "–", tone: "quiet" },
} as const;

function Step({ step, how }: { readonly step: JobStep; readonly how: StepOutcome }) {
  return (
    <li className="row baseline gap-2 edge-below pad-y-1">
      <Sign tone={STEP_SIGNS[how].tone}>{STEP_SIGNS[how].sign}</Sign>
      <span className="fill breaks">
        {step.phase}
        {how === "failed" ? (
          <b className="medium tone-error"> failed</b>
        ) : (
          <span className="only-spoken">, {how}</span>
        )}
      </span>
      <span className="number quiet">{how === "done" && step.done === 0 ? "" : stepCounts(step)}</span>
    </li>
  );
}

function JobOutcome({ job, isMendedHere }: Required<Pick<JobViewProps, "job" | "isMendedHere">>) {
  const end = jobEnd(job);
  if (end === null) return null;
  if (job.state === "failed" && job.fault !== null)
    return <FaultOfJob fault={job.fault} isMendedHere={isMendedHere} />;
  const notes = notesOf(job);
  const verdict = job.result?.is === "written" ? job.result.verdict : null;
  return (
    <div className="stack gap-2">
      <p className="serif lead">{end.sentence}</p>
      {verdict === null ? null : <p>{verdict}</p>}
      {notes.length === 0 ? null : (
        <ul className="stack gap-1">
          {notes.map((note) => (
            <li key={note} className="note quiet tone-warning">
              {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function notesOf({ result }: Job): readonly string[] {
  if (result?.is === "previewed") return result.sentences;
  return result?.is === "pulled" ? result.notes : [];
}
