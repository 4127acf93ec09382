/** The proof of the open ledger: the job that makes it, and what it came to. */
import { useState } from "react";
import type { Job } from "../../../ipc/jobs.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";

export interface ProofJob {
  /** The newest, whether it runs or has ended; undefined before the first. */
  readonly job: Job | undefined;
  /** Whether anything runs, so that no proof can be started. */
  readonly isBusy: boolean;
  /** Why it could not be started; null where it could. */
  readonly error: unknown;
  readonly start: () => void;
  readonly cancel: (id: string) => Promise<void>;
}

/** The proof that was asked for last, and how to ask for another. */
export function useLedgerProof(): ProofJob {
  const api = useApi();
  const { jobs, running, take, cancel } = useJobs();
  const [error, setError] = useState<unknown>(null);
  const start = () => {
    setError(null);
    api["ledger.verify"]({}).then(take, setError);
  };
  return { job: jobs.find(({ kind }) => kind === "verify"), isBusy: running !== null, error, start, cancel };
}
