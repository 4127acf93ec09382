/** Transactions by their payrefs, as a finding names them. */
import { useCallback } from "react";
import { useCheck } from "../../check/check-provider.tsx";
import { NO_QUERY } from "../../grid/grid-query.ts";
import type { CandidateCall } from "../tables/candidate-table.tsx";

export function useCandidates(): CandidateCall {
  const { client } = useCheck();
  return useCallback(
    async (payrefs) => {
      const filters = { payref: { kind: "set", values: payrefs } } as const;
      const request = { ...NO_QUERY, filters, onlyPeriod: false, from: 0, count: payrefs.length };
      return (await client?.call("transactions", request))?.rows ?? [];
    },
    [client],
  );
}
