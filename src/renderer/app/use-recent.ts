/** `const { data, refetch } = useRecent()`: the ledgers that were open last, newest first. */
import { useQuery } from "@tanstack/react-query";
import type { Output } from "../../ipc/contract.ts";
import { ofAllLedgers } from "../bridge/answers.ts";
import { useApi } from "../bridge/api-provider.tsx";

export type RecentLedger = Output<"ledger.recent">["ledgers"][number];

export const RECENT = ofAllLedgers("recent");

/** @param enabled whether anybody wants to know */
export function useRecent(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: RECENT,
    queryFn: async () => (await api["ledger.recent"]({})).ledgers,
    // A file may have come or gone since one was here.
    staleTime: 0,
    enabled,
  });
}
