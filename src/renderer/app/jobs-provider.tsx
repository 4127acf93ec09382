/** `useJobs()`: long work in main, from when it starts until somebody has seen how it ended. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, createContext, useCallback, useEffect, useMemo, useState } from "react";
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
  /** Nobody wants to know of it any more. */
  readonly dismiss: (id: string) => void;
  /** The one whose end nobody has seen yet; null when there is none. */
  readonly ended: Job | null;
  /** Its end was seen, which is not said again. */
  readonly see: (id: string) => void;
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

/** What a window has before it: a ledger's key, all jobs it knows, and which of them are dismissed, by id. */
interface Seen {
  readonly ledger: string | null;
  readonly jobs: readonly Job[];
  readonly dismissed: ReadonlySet<string>;
}

/**
 * What is seen next. Another ledger dismisses what ended before it was open, but for a close of all clients;
 * news of what opened it may be shown before the ledger is, and stays.
 */
export function seenNext(before: Seen, ledger: string | null, jobs: readonly Job[]): Seen {
  if (before.ledger === ledger) return before.jobs === jobs ? before : { ...before, jobs };
  const over = before.jobs.filter(
    (job) => job.state !== "running" && job.kind !== "close" && job.ledger !== ledger,
  );
  return { ledger, jobs, dismissed: new Set([...before.dismissed, ...over.map(({ id }) => id)]) };
}

const NONE: readonly Job[] = [];

export function JobsProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const answers = useAnswers();
  const { data = NONE } = useQuery({
    queryKey: KEY,
    queryFn: async () =>
      newsOf((await api["jobs.list"]({})).jobs, answers.get(KEY) as readonly Job[] | undefined),
  });
  const ledger = useLedger()?.key ?? null;
  const [before, setSeen] = useState<Seen>({ ledger, jobs: data, dismissed: new Set() });
  const seen = seenNext(before, ledger, data);
  if (seen !== before) setSeen(seen);
  const { dismissed } = seen;
  const [ends, setEnds] = useState<ReadonlySet<string>>(new Set());
  const see = useCallback(
    (id: string) => setEnds((known) => (known.has(id) ? known : new Set([...known, id]))),
    [],
  );
  const value = useMemo((): Jobs => {
    const jobs = data.filter(({ id }) => !dismissed.has(id));
    const [newest] = jobs;
    return {
      jobs,
      ended: newest === undefined || newest.state === "running" || ends.has(newest.id) ? null : newest,
      see,
      running: jobs.find(({ state }) => state === "running") ?? null,
      take: (job) => answers.put<readonly Job[]>(KEY, (known = []) => withJob(known, job)),
      cancel: async (id) => {
        await api["jobs.cancel"]({ id });
      },
      dismiss: (id) => setSeen((now) => ({ ...now, dismissed: new Set([...now.dismissed, id]) })),
    };
  }, [api, answers, data, dismissed, ends, see]);
  useEvent("job.changed", value.take);
  return <JobsContext value={value}>{children}</JobsContext>;
}

export function useJobs(): Jobs {
  return useNeeded(JobsContext, "JobsProvider");
}

/**
 * Whoever shows how a job ended is the one who says so.
 *
 * @param isShown whether all of its end is shown yet
 */
export function useSeenEnd(job: Job | null | undefined, isShown = true): void {
  const { see } = useJobs();
  const ended = isShown && job?.state !== "running" ? job?.id : undefined;
  useEffect(() => {
    if (ended !== undefined) see(ended);
  }, [ended, see]);
}
