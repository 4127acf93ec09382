/** `const { job, error, start, cancel } = useStartedJob()`: long work that a dialog began, until it ends. */
import { useState } from "react";
import type { Job } from "../../ipc/jobs.ts";
import { useJobs } from "./jobs-provider.tsx";

export function useStartedJob() {
  const { jobs, running, take, cancel } = useJobs();
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const follow = (started: Job | null) => {
    if (started === null) return;
    take(started);
    setId(started.id);
  };
  return {
    job: jobs.find((one) => one.id === id),
    error,
    /** Whether any work goes on, during which none can be begun. */
    isBusy: running !== null,
    /** @param begin null where somebody thought better of it, as in a file dialog */
    start: (begin: () => Promise<Job | null>) => {
      setError(null);
      begin().then(follow).catch(setError);
    },
    cancel: () => {
      if (id !== null) void cancel(id);
    },
  };
}
