/** What may belong to the chosen records, asked of the check worker as they and the search change. */
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer } from "../../app/answers.ts";
import { isCancelled } from "../../check/check-client.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { MatchCandidates, MatchCandidatesRequest } from "../../check/protocol.ts";

export interface FoundCandidates {
  /** Of the newest request that was answered; null before the first. */
  readonly found: MatchCandidates | null;
  /** Whether `found` is of an earlier request. */
  readonly isStale: boolean;
  /** What asking failed with, for `<FaultOf error={error} onTryAgain={retry} />`; null while it did not. */
  readonly error: unknown;
  readonly retry: () => void;
}

export function useMatchCandidates(request: MatchCandidatesRequest): FoundCandidates {
  const { client } = useCheck();
  const queryKey = useCheckKeys()("match-candidates", request);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await client?.call("matchCandidates", request, { signal })) ?? null,
    placeholderData: beforeAnswer(queryKey),
  });
  return {
    found: data ?? null,
    isStale: isPlaceholderData,
    error: isCancelled(error) ? null : error,
    retry: () => void refetch(),
  };
}
