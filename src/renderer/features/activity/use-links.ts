/** The links of the trail that pass a filter, newest first, read on until there is something to show. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ActivityLink } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";
import { type KindFilter, passes } from "./kinds.ts";

const PAGE = 100;
/** Links are read on until so many pass; one filter may leave few of thousands. */
const SHOWN_AT_ONCE = 40;

export interface Links {
  readonly links: readonly ActivityLink[];
  readonly error: unknown;
  readonly isReading: boolean;
  /** null where there are no earlier ones. */
  readonly showEarlier: (() => void) | null;
  readonly readAgain: () => void;
}

export function useLinks(filter: KindFilter): Links {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf("activity"),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => api["activity.list"]({ before: pageParam, count: PAGE }),
    getNextPageParam: ({ links, more }) => (more ? (links.at(-1)?.sequence ?? null) : null),
  });
  const links = useMemo(
    () => data?.pages.flatMap((page) => page.links).filter((link) => passes(filter, link)) ?? [],
    [data, filter],
  );
  const wantsMore = links.length < SHOWN_AT_ONCE && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return {
    links,
    error,
    isReading: isFetching,
    showEarlier: hasNextPage ? () => void fetchNextPage() : null,
    readAgain: () => void refetch(),
  };
}
