/** The foot of the window: what goes on, how far it is, and how the last of it ended. */
import { useEffect, useEffectEvent } from "react";
import type { Job, JobKind } from "../../ipc/jobs.ts";
import { Button, CloseButton } from "../ui/button.tsx";
import { STAYS_LONGER_MS } from "../ui/toast.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { type DialogRequest, useDialogs } from "./providers.tsx";
import { jobEnd, jobName, pulledBy, stepCounts } from "./job-words.ts";
import { useJobs } from "./jobs-provider.tsx";
import { useWrittenFile } from "./use-written-file.ts";
import { go, useRoute } from "./use-route.ts";
import { Sign } from "../ui/marks.tsx";
import { useRestatedByPull } from "../shared/restatements/use-restatements.tsx";

export function JobStrip() {
  const { jobs, running, ended } = useJobs();
  return (
    <footer className="rigid job-strip-frame">
      {running === null ? null : <Running job={running} />}
      {running !== null || ended === null ? null : <Ended key={ended.id} job={ended} />}
      <JobNews job={running ?? jobs[0]} />
    </footer>
  );
}

function JobNews({ job }: { readonly job: Job | undefined }) {
  const words = job === undefined ? "" : (jobEnd(job)?.sentence ?? `${jobName(job.kind)} started.`);
  return <output className="only-spoken">{words}</output>;
}

function Running({ job }: { readonly job: Job }) {
  const { cancel } = useJobs();
  const dialogs = useDialogs();
  const step = job.steps.at(-1);
  return (
    <div className="row gap-3 sunken rule-above pad-x-5 pad-y-1 job-strip">
      <strong className="strong">{jobName(job.kind)}</strong>
      <span className="ellipsis">{step?.phase ?? "Starting"}</span>
      <span className="figures quiet unbroken">{step === undefined ? "" : stepCounts(step)}</span>
      <span className="fill">
        <ProgressBar of={step} label={jobName(job.kind)} />
      </span>
      {job.kind === "pull" ? (
        <Button size="s" variant="quiet" onPress={() => dialogs.show({ is: "pull", full: false })}>
          Details
        </Button>
      ) : null}
      <ClientsLink kind={job.kind} />
      <Button size="s" onPress={() => void cancel(job.id)}>
        Cancel
      </Button>
    </div>
  );
}

/** How each ledger goes is in a place of its own. */
function ClientsLink({ kind }: { readonly kind: JobKind }) {
  const { route } = useRoute();
  if (kind !== "close" || route.place === "clients") return null;
  return (
    <Button size="s" variant="quiet" onPress={() => go("clients")}>
      Details
    </Button>
  );
}

const SIGNS = { good: "✓", error: "×", warning: "!", quiet: "–" } as const;

/** What shows how the last of its kind went, where there is more to say than a sentence. */
const LOOKS: Partial<Record<JobKind, DialogRequest>> = {
  pull: { is: "pull", full: false, look: true },
  verify: { is: "verify", look: true },
  "verify-workbook": { is: "verify-workbook", file: null },
  "read-review": { is: "reviewed-workbook", file: null },
};

function Ended({ job }: { readonly job: Job }) {
  const { see } = useJobs();
  const dialogs = useDialogs();
  const { label: fileLabel, get } = useWrittenFile();
  const end = jobEnd(job);
  const { result } = job;
  const look = LOOKS[job.kind];
  const leave = useEffectEvent(() => see(job.id));
  const { isKnown } = useRestatedByPull(pulledBy(job));
  // What a pull brought is on the page behind it, once it is known, and in History; a file waits to be fetched.
  const isPassing = isKnown && (end?.tone === "good" ? result?.is !== "written" : result?.is === "pulled");
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(leave, STAYS_LONGER_MS);
    return () => clearTimeout(timer);
  }, [isPassing]);
  if (end === null) return null;
  return (
    <div className="row gap-3 sunken rule-above pad-x-5 pad-y-1 job-strip">
      <Sign tone={end.tone}>{SIGNS[end.tone]}</Sign>
      <strong className="strong">{jobName(job.kind)}</strong>
      <span className="fill breaks">{end.sentence}</span>
      {result?.is === "written" ? (
        <Button
          size="s"
          icon="folder"
          onPress={() => {
            see(job.id);
            void get(result.file);
          }}
        >
          {fileLabel}
        </Button>
      ) : null}
      <ClientsLink kind={job.kind} />
      {look === undefined ? null : (
        <Button size="s" variant="quiet" onPress={() => dialogs.show(look)}>
          Details
        </Button>
      )}
      <CloseButton label="Dismiss" onPress={() => see(job.id)} />
    </div>
  );
}
