/**
 * `useLetters()`: the letters to the provider and what waits under the name of each; undefined until they are
 * read.
 */
import { useQuery } from "@tanstack/react-query";
import type { LettersReport } from "../../../core/review/letters/letters.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useLedgerKeys } from "../../app/providers.tsx";

export interface ShownLetters {
  readonly report: LettersReport | undefined;
  readonly error: unknown;
  readonly readAgain: () => void;
}

export function useLetters(): ShownLetters {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("letters"),
    queryFn: () => api["letter.list"]({}),
  });
  return { report: data, error, readAgain: () => void refetch() };
}
