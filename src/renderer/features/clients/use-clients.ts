/**
 * `const { list, error, readAgain } = useClients()`: all clients as main reads them, again after each change. They
 * are listed at once, and with their checks as soon as those are made.
 */
import { useQuery } from "@tanstack/react-query";
import type { ClientList } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { ofLedger } from "../../app/ledger/ledger-provider.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";

export function useClients() {
  const api = useApi();
  const { jobs } = useJobs();
  // The open ledger may be one of them; and whatever a job did may be in any of them.
  const ended = jobs.find(({ state }) => state !== "running")?.id ?? "";
  const asking = (checks: boolean) => ({
    queryKey: ofLedger("clients", ended, checks ? "checked" : "listed"),
    queryFn: async () => api["clients.list"]({ checks }),
    // Other programs write to them, too.
    staleTime: 0,
    placeholderData: (before: ClientList | undefined) => before,
  });
  const listed = useQuery<ClientList>(asking(false));
  const checked = useQuery<ClientList>(asking(true));
  return {
    list: isOfSame(checked.data, listed.data) ? checked.data : listed.data,
    error: listed.error ?? checked.error,
    isReading: checked.isFetching,
    readAgain: () => void Promise.all([listed.refetch(), checked.refetch()]),
  };
}

/** Whether the checks are of the ledgers that are listed: another folder may have been chosen meanwhile. */
function isOfSame(checked: ClientList | undefined, listed: ClientList | undefined): boolean {
  return listed === undefined || handlesOf(checked) === handlesOf(listed);
}

function handlesOf(list: ClientList | undefined): string {
  const handles = list?.lines.map(({ file }) => file.handle) ?? [];
  return handles.toSorted().join(" ");
}
