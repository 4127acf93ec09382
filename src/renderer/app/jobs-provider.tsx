/** `useJobs()`: long work in main, from when it starts until somebody has seen how it ended. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, createContext, useMemo, useState } from "react";
import type { Job } from "../../ipc/jobs.ts";
import { ofApp, useAnswers } from "../bridge/answers.ts";
import { useApi, useEvent } from "../bridge/api-provider.tsx";
import { useLedger } from "./providers.tsx";
import { useNeeded } from "../ui/use-needed.ts";

interface Jobs {
  /** Newest first, without those that were dismissed. */
  readonly jobs: readonly Job[];
  /** The one under way; null when there is none. */
  readonly running: Job | null;
  /** Takes in a job that a call has started, before its event comes. */
  readonly take: (job: Job) => void;
  readonly cancel: (id: string) => Promise<void>;
  /** Its end was seen. */
  readonly dismiss: (id: string) => void;
}

const JobsContext = createContext<Jobs | null>(null);
const KEY = ofApp("jobs");

/**
 * One job among the others: a newer state of it takes its place. One that ended never runs again, and the
 * answer to what began a job, which has no steps yet, may come after the news of its first.
 */
export function withJob(jobs: readonly Job[], job: Job): readonly Job[] {
  const known = jobs.find(({ id }) => id === job.id);
  if (known === undefined) return [job, ...jobs];
  const isOlder =
    known.endedAtMs !== null ||
    job.steps.length < known.steps.length ||
    (job.ledgers?.length ?? 0) < (known.ledgers?.length ?? 0);
  if (job.endedAtMs === null && isOlder) return jobs;
  return jobs.map((other) => (other.id === job.id ? job : other));
}

/** Of main's jobs those that a window shows: what ended before it came is no news, unless it saw it run. */
export function newsOf(jobs: readonly Job[], known: readonly Job[] = []): readonly Job[] {
  const seen = new Set(known.map(({ id }) => id));
  return jobs.filter(({ id, state }) => state === "running" || seen.has(id));
}

/** Whether another ledger has nothing to say of it: what opened that one is still under way then. */
function isOver({ kind, state }: Job): boolean {
  return state !== "running" && kind !== "close";
}

export function JobsProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const answers = useAnswers();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () =>
      newsOf((await api["jobs.list"]({})).jobs, answers.get(KEY) as readonly Job[] | undefined),
  });
  const ledger = useLedger()?.key ?? null;
  const [openBefore, setOpenBefore] = useState(ledger);
  if (openBefore !== ledger) {
    setOpenBefore(ledger);
    setDismissed(new Set([...dismissed, ...(data ?? []).filter(isOver).map(({ id }) => id)]));
  }
  const value = useMemo((): Jobs => {
    const jobs = (data ?? []).filter(({ id }) => !dismissed.has(id));
    return {
      jobs,
      running: jobs.find(({ state }) => state === "running") ?? null,
      take: (job) => answers.put<readonly Job[]>(KEY, (known = []) => withJob(known, job)),
      cancel: async (id) => {
        await api["jobs.cancel"]({ id });
      },
      dismiss: (id) => setDismissed((before) => new Set([...before, id])),
    };
  }, [api, answers, data, dismissed]);
  useEvent("job.changed", value.take);
  return <JobsContext value={value}>{children}</JobsContext>;
}

export function useJobs(): Jobs {
  return useNeeded(JobsContext, "JobsProvider");
}
