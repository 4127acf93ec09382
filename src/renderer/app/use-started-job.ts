/** `const { job, error, start, cancel } = useStartedJob()`: long work begun here, until it ends. */
import { useState } from "react";
import type { Job, JobKind } from "../../ipc/jobs.ts";
import { useJobs } from "./jobs-provider.tsx";
import { useRefusal } from "./show-fault.ts";

/** @param kind where the newest of its kind is shown, whoever began it */
export function useStartedJob(kind?: JobKind) {
  const { jobs, running, take, cancel } = useJobs();
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useRefusal();
  const follow = (started: Job | null) => {
    if (started === null) return;
    take(started);
    setId(started.id);
  };
  const job = jobs.find((one) => (kind === undefined ? one.id === id : one.kind === kind));
  return {
    job,
    error,
    /** Whether any work goes on, during which none can be begun. */
    isBusy: running !== null,
    /** @param begin null where somebody thought better of it, as in a file dialog */
    start: (begin: () => Promise<Job | null>) => {
      setError(null);
      begin().then(follow).catch(setError);
    },
    cancel: () => {
      if (job !== undefined) void cancel(job.id);
    },
  };
}
