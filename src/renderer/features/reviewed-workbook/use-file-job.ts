/**
 * `const { job, error, start } = useFileJob("verify-workbook", file, begin)`: long work on a file that a
 * dialog was opened for.
 */
import { useEffect, useRef } from "react";
import type { Job, JobKind } from "../../../ipc/jobs.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useStartedJob } from "../../app/jobs/use-started-job.ts";

export interface FileJob {
  /** The newest of its kind that belongs to this dialog; null before it began. */
  readonly job: Job | null;
  /** What beginning it failed with; null while it did not. */
  readonly error: unknown;
  /** Whether other work goes on, during which none can be begun. */
  readonly isBusy: boolean;
  readonly start: (file: FileFacts) => void;
  readonly cancel: () => void;
}

/**
 * Begins the work once on the file, as soon as it is shown.
 *
 * @param file null only looks at how the last of its kind went
 */
export function useFileJob(
  kind: JobKind,
  file: FileFacts | null,
  begin: (input: { readonly file: string }) => Promise<Job>,
): FileJob {
  const { jobs, cancel } = useJobs();
  const started = useStartedJob();
  const job = started.job ?? (file === null ? jobs.find((one) => one.kind === kind) : undefined);
  const start = ({ handle }: FileFacts) => started.start(() => begin({ file: handle }));
  const begun = useRef<FileFacts | null>(null);
  useEffect(() => {
    // Another one dropped on the window while the dialog is open.
    if (file === null || begun.current === file) return;
    begun.current = file;
    start(file);
  });
  return {
    job: job ?? null,
    error: started.error,
    isBusy: started.isBusy,
    start,
    cancel: () => {
      if (job !== undefined) void cancel(job.id);
    },
  };
}
