/** `<ApiProvider bridge={bridge}>`: main's methods for all below, and whether main can be reached. */
import type { Input, MethodName, Output } from "../../ipc/contract.ts";
import { METHODS } from "../../ipc/methods.ts";
import { type Envelope, type Fault, faultOf } from "../../ipc/envelope.ts";
import type { Bridge } from "./bridge.ts";
import { TieoutError } from "../../core/errors.ts";
import { isForOpenLedger, meantFor, writesOpenLedger } from "../../ipc/meant-for.ts";
import { QueryClient, QueryClientProvider, notifyManager, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, createContext, useEffect, useMemo, useState, useRef } from "react";
import { useNeeded } from "../ui/use-needed.ts";
import type { EventName, Events } from "../../ipc/events.ts";

/** A failure that main expected; its fault says what happened and what to do. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`${fault.code}: ${fault.sentence}`);
    this.fault = fault;
  }
}

/** @throws ApiError when the reply is a fault */
export function valueOf<T>(reply: Envelope<T>): T {
  if (!reply.ok) throw new ApiError(reply.fault);
  return reply.value;
}

export type Api = { readonly [M in MethodName]: (input: Input<M>) => Promise<Output<M>> };

type MethodOfApi = (input: object) => Promise<unknown>;

function apiOf(methodOf: (method: MethodName) => MethodOfApi): Api {
  return Object.fromEntries(METHODS.map((method) => [method, methodOf(method)])) as unknown as Api;
}

export function createApi(bridge: Bridge): Api {
  return apiOf((method) => async (input) => valueOf(await bridge.call(method, input)));
}

// Main's methods as of a link of the trail: what can be read is read as of then, and nothing is written.

/** What can be asked as of a link. */
type ReadThen = {
  [M in MethodName]: Input<M> extends Record<string, never>
    ? never
    : "asOf" extends keyof Input<M>
      ? M
      : never;
}[MethodName];

/** `ledger.then` is asked of one link whatever is shown. */
const READ_THEN: Readonly<Record<Exclude<ReadThen, "ledger.then">, true>> = {
  "check.open": true,
  "record.entry": true,
  "record.transaction": true,
  "review.list": true,
  "match.list": true,
  "bank.list": true,
  "close.list": true,
  "close.read": true,
  "close.statement": true,
  "close.year": true,
  "close.changed": true,
  "restatements.list": true,
  "activity.list": true,
  "evidence.list": true,
  "file.read": true,
  "file.terms": true,
  "letter.list": true,
  "point.list": true,
  "pull.list": true,
};

/** What a window showed before is of now. */
const OF_NOW: Partial<Api> = {
  "check.recall": async () => Promise.resolve({ shown: null }),
  "check.remember": async () => Promise.resolve({}),
};

/** @returns methods that fail with LEDGER_PAST where they would write */
export function apiAsOf(api: Api, sequence: number): Api {
  return apiOf((method) => {
    const call = (OF_NOW[method] ?? api[method]) as MethodOfApi;
    if (method in READ_THEN) return async (input) => call({ ...input, asOf: sequence });
    return async (input) => (writesOpenLedger(method, input) ? refuse() : call(input));
  });
}

async function refuse(): Promise<never> {
  const error = new TieoutError("LEDGER_PAST", "Nothing can be written as of an earlier time");
  return Promise.reject(new ApiError(faultOf(error)));
}

interface Way {
  readonly bridge: Bridge;
  readonly api: Api;
  /** Why main cannot be reached; null while it can. */
  readonly lost: Fault | null;
}

const WayContext = createContext<Way | null>(null);

// What main tells is drawn before what it tells next is heard.
notifyManager.setScheduler(queueMicrotask);

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

/** Has everything below ask as of a link of the trail, and keep the answers apart; null asks as of now. */
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

export function useLost(): Fault | null {
  return useWay().lost;
}

// Main's methods for one ledger: whatever writes names it, so that main refuses it once another is open.

/**
 * @param ledger the key of its facts
 * @returns methods that fail with LEDGER_OTHER where they would write into another ledger
 */
export function apiForLedger(api: Api, ledger: string): Api {
  return apiOf((method) => {
    const call = api[method] as MethodOfApi;
    return async (input) => call(isForOpenLedger(method, input) ? meantFor(ledger, input) : input);
  });
}

/** `useEvent("ledger.changed", (ledger) => …)`: what main tells without being asked. */
export function useEvent<E extends EventName>(event: E, take: (value: Events[E]) => void): void {
  const bridge = useBridge();
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  useEffect(
    () =>
      bridge.listen((message) => {
        if (message.event === event) taking.current(message.value as Events[E]);
      }),
    [bridge, event],
  );
}
