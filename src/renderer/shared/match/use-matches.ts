/** `useMatches()`: every match by hand of the open ledger, newest first. */
import { useQuery } from "@tanstack/react-query";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";
import type { MatchSides } from "../../check/protocol/match.ts";

export interface MatchList {
  /** null until they are read. */
  readonly matches: readonly StandingMatch[] | null;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useMatches(): MatchList {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("matches"),
    queryFn: async () => (await api["match.list"]({})).matches,
  });
  return { matches: data ?? null, error, retry: () => void refetch() };
}

/** Those that an entry or a transaction is in. */
export function matchesWith(
  matches: readonly StandingMatch[],
  record: { readonly walletID: number } | { readonly payID: number },
): StandingMatch[] {
  if ("walletID" in record) {
    return matches.filter(({ entries }) => entries.some(({ walletID }) => walletID === record.walletID));
  }
  return matches.filter(({ transactions }) => transactions.some(({ payID }) => payID === record.payID));
}

/**
 * The match that reopened with one of these records in it; null without one. It gives way before they can be
 * matched anew.
 */
export function reopenedWith(
  matches: readonly StandingMatch[],
  { walletIDs, payIDs }: MatchSides,
): StandingMatch | null {
  const has = (match: StandingMatch) =>
    match.entries.some(({ walletID }) => walletIDs.includes(walletID)) ||
    match.transactions.some(({ payID }) => payIDs.includes(payID));
  return matches.find((match) => match.state === "reopened" && has(match)) ?? null;
}
