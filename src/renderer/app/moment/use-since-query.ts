/** Queries the differences of a signed month since its signature; again whenever the ledger changes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Month } from "../../../core/review/close/close.ts";
import type { Since } from "../../../core/review/close/since.ts";
import { useApi } from "../api-provider.tsx";
import { useLedgerKeys } from "../ledger/ledger-provider.tsx";

export interface SinceMoment {
  /** null until it is known. */
  readonly since: Since | null;
  /** What comparing failed with; null while it did not. */
  readonly error: unknown;
}

/** @param month null while now is shown: nothing is asked then */
export function useSinceQuery(month: Month | null, sequence: number): SinceMoment {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error } = useQuery({
    queryKey: keyOf("since", month, sequence),
    queryFn: () => (month === null ? null : api["close.since"]({ month, sequence })),
    enabled: month !== null,
  });
  const since = month === null ? null : (data ?? null);
  return useMemo(() => ({ since, error }), [since, error]);
}
