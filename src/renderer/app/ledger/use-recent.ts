/** `const { data, refetch } = useRecent()`: the ledgers that were open last, newest first. */
import { useQuery } from "@tanstack/react-query";
import type { Output } from "../../../ipc/contract.ts";
import { useApi } from "../api-provider.tsx";
import { useLedger } from "./ledger-provider.tsx";

export type RecentLedger = Output<"ledger.recent">["ledgers"][number];

/** @param enabled whether anybody wants to know */
export function useRecent(enabled = true) {
  const api = useApi();
  const ledger = useLedger();
  return useQuery({
    queryKey: ["recent", ledger?.id ?? null],
    queryFn: async () => (await api["ledger.recent"]({})).ledgers,
    // A file may have come or gone since one was here.
    staleTime: 0,
    enabled,
  });
}
