/**
 * `useMatchedAmounts(sides)`: what the records of a match come to, by their ids; nothing of those that the
 * check does not hold.
 */
import { useQuery } from "@tanstack/react-query";
import { useCheck } from "../../check/check-provider.tsx";
import type { MatchedAmounts } from "../../check/protocol.ts";
import type { MatchSides } from "./match-words.ts";

const NONE: MatchedAmounts = { entries: [], transactions: [] };

export function useMatchedAmounts({ walletIDs, payIDs }: MatchSides): MatchedAmounts {
  const { client, revision } = useCheck();
  const { data } = useQuery({
    queryKey: ["matched-amounts", revision, walletIDs, payIDs],
    queryFn: async ({ signal }) =>
      (await client?.call("matchedAmounts", { walletIDs, payIDs }, { signal })) ?? NONE,
  });
  return data ?? NONE;
}
