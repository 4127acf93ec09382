/**
 * `const { list, error, refetch } = useClients()`: all clients as main reads them, again after each change.
 */
import { useQuery } from "@tanstack/react-query";
import type { ClientList } from "../../../ipc/contract.ts";
import { beforeAnswer, ofAllLedgers } from "../../app/answers.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";

export function useClients() {
  const api = useApi();
  const { jobs } = useJobs();
  // The open ledger may be one of them; and whatever a job did may be in any of them.
  const ended = jobs.find(({ state }) => state !== "running")?.id ?? "";
  const queryKey = ofAllLedgers("clients", ended);
  const { data, error, isFetching, refetch } = useQuery<ClientList>({
    queryKey,
    queryFn: async () => api["clients.list"]({}),
    // Other programs write to them, too.
    staleTime: 0,
    placeholderData: beforeAnswer(queryKey),
  });
  return { list: data, error, isReading: isFetching, readAgain: () => void refetch() };
}
