/**
 * `const { data } = useBackups(handle)`: the backups beside a ledger, read again whenever one may have come.
 */
import { useQuery } from "@tanstack/react-query";
import { ofAllLedgers, useAnswers } from "../../app/answers.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { useEvent } from "../../app/use-event.ts";

/**
 * @param ledger the handle of a ledger, also one that cannot be opened; null for the open one
 * @param isAsked whether they are wanted at all
 */
export function useBackups(ledger: string | null, isAsked = true) {
  const api = useApi();
  const answers = useAnswers();
  const { jobs } = useJobs();
  const open = useLedger()?.key ?? null;
  // A job that ended may have made one.
  const ended = jobs.find(({ kind, state }) => kind === "back-up" && state === "done")?.id ?? null;
  const queryKey = ofAllLedgers("backups", ledger, open, ended);
  useEvent("backups.changed", () => {
    void answers.askAgain(queryKey);
  });
  return useQuery({
    queryKey,
    queryFn: () => api["backups.list"]({ ledger }),
    enabled: isAsked,
    // Files come and go without anybody telling.
    staleTime: 0,
  });
}
