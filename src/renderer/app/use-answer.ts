/** `const { data, error, readAgain } = useAnswer("file.read", { month })`: what main says of the open ledger. */
import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import type { Input, MethodName, Output } from "../../ipc/contract.ts";
import { useApi } from "../bridge/api-provider.tsx";
import { useLedgerKeys } from "./providers.tsx";

/** As it is now: asked again whenever the ledger changes, by this window or another. */
export interface LiveAnswer<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** Whether what is shown may be of before. */
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** @param input null asks nothing */
export function useAnswer<M extends MethodName>(method: M, input: Input<M> | null): LiveAnswer<Output<M>> {
  return answerOf(useQuery(useQuestion<M>()(method, input)));
}

/** The same of several inputs, in their order. */
export function useEachAnswer<M extends MethodName>(
  method: M,
  inputs: readonly Input<M>[],
): readonly LiveAnswer<Output<M>>[] {
  const question = useQuestion<M>();
  return useQueries({ queries: inputs.map((input) => question(method, input)) }).map(answerOf);
}

function useQuestion<M extends MethodName>() {
  const api = useApi();
  const keyOf = useLedgerKeys();
  return (method: M, input: Input<M> | null) => ({
    queryKey: keyOf(method, input),
    queryFn: async (): Promise<Output<M>> => api[method](input as Input<M>),
    enabled: input !== null,
  });
}

/** A result of `useQuery` in few names. */
export function answerOf<T>({ data, error, isFetching, refetch }: UseQueryResult<T>): LiveAnswer<T> {
  return { data, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** Of what is asked in parts: whether any is read, the first fault, and all of them once more. */
export function together(...parts: readonly Omit<LiveAnswer<unknown>, "data">[]) {
  return {
    isReading: parts.some(({ isReading }) => isReading),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      for (const { readAgain } of parts) readAgain();
    },
  };
}
