/** `<ApiProvider bridge={bridge}>`: main's methods for all below, and whether main can be reached. */
import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, createContext, useEffect, useMemo, useState } from "react";
import type { Fault } from "../../ipc/envelope.ts";
import { type Api, createApi } from "../api.ts";
import { apiAsOf } from "../api-as-of.ts";
import { apiForLedger } from "../api-for-ledger.ts";
import type { Bridge } from "../bridge.ts";
import { useNeeded } from "../ui/use-needed.ts";

interface Way {
  readonly bridge: Bridge;
  readonly api: Api;
  /** Why main cannot be reached; null while it can. */
  readonly lost: Fault | null;
}

const WayContext = createContext<Way | null>(null);

/** What main tells stays true until an event says otherwise: nothing is asked again by time or focus. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

export function ApiProvider({ bridge, children }: { readonly bridge: Bridge; readonly children: ReactNode }) {
  const [queries] = useState(createQueries);
  const [lost, setLost] = useState<Fault | null>(null);
  useEffect(
    () =>
      bridge.onLost((fault) => {
        setLost(fault);
        // What happened meanwhile nobody told us.
        if (fault === null) void queries.invalidateQueries();
      }),
    [bridge, queries],
  );
  const api = useMemo(() => createApi(bridge), [bridge]);
  const way = useMemo(() => ({ bridge, api, lost }), [bridge, api, lost]);
  return (
    <WayContext value={way}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </WayContext>
  );
}

/**
 * Has everything below ask as of a link of the trail, and keep what it is told apart; null asks as of now.
 */
export function ApiAsOf({
  sequence,
  children,
}: {
  readonly sequence: number | null;
  readonly children: ReactNode;
}) {
  const queriesNow = useQueryClient();
  const way = useWayOf(apiAsOf, sequence);
  const queries = useMemo(() => (sequence === null ? queriesNow : createQueries()), [queriesNow, sequence]);
  return (
    <WayContext value={way}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </WayContext>
  );
}

/** Has everything below write into one ledger alone; null while none is open. */
export function ApiForLedger({
  ledger,
  children,
}: {
  readonly ledger: string | null;
  readonly children: ReactNode;
}) {
  const way = useWayOf(apiForLedger, ledger);
  return <WayContext value={way}>{children}</WayContext>;
}

/**
 * The way to main with methods made for one thing; null leaves them as they are. They stay the same while main
 * is away: what was asked by them stays.
 */
function useWayOf<Of>(methodsFor: (api: Api, of: Of) => Api, of: Of | null): Way {
  const way = useWay();
  const { api: all } = way;
  const api = useMemo(() => (of === null ? all : methodsFor(all, of)), [all, methodsFor, of]);
  return useMemo(() => ({ ...way, api }), [way, api]);
}

function useWay(): Way {
  return useNeeded(WayContext, "ApiProvider");
}

/** Main's methods: `await api["ledger.open"]({ file })`, failing with ApiError. */
export function useApi(): Api {
  return useWay().api;
}

/** The way to main, for files and events; calls go by `useApi`. */
export function useBridge(): Bridge {
  return useWay().bridge;
}

/** Why main cannot be reached; null while it can. */
export function useLost(): Fault | null {
  return useWay().lost;
}
