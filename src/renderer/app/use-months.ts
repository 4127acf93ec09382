/** How months stand, as main says it; asked again whenever the ledger changes, by this window or another. */
import { useQuery } from "@tanstack/react-query";
import type { Month } from "../../core/review/close/close.ts";
import type { MonthFacts } from "../../core/review/close/months.ts";
import type { MonthReport } from "../../core/report/month-report.ts";
import type { MonthStatement } from "../../core/report/month-statement.ts";
import type { ChangedSince } from "../../core/review/close/since.ts";
import { type Api, useApi } from "../bridge/api-provider.tsx";
import { useLedger, useLedgerKeys } from "./providers.tsx";

interface MonthAnswer {
  readonly error: unknown;
  /** Whether what is shown may be of before. */
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

const NONE: readonly Month[] = [];

interface Months extends MonthAnswer {
  /** Newest first; undefined while they are not known, and while no ledger is open. */
  readonly months: readonly MonthFacts[] | undefined;
  /** Signed months of which anything changed since. */
  readonly changed: readonly Month[];
}

export function useMonths(): Months {
  const api = useApi();
  const ledger = useLedger();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf("months"),
    queryFn: () => api["close.list"]({}),
    enabled: ledger !== null,
  });
  const { months, changed = NONE } = data ?? {};
  return { months, changed, error, isReading: isFetching, readAgain: () => void refetch() };
}

export function changedQuery(api: Api, keyOf: ReturnType<typeof useLedgerKeys>, month: Month) {
  return {
    queryKey: keyOf("changed-since", month),
    queryFn: () => api["close.changed"]({ month }),
  };
}

/** What changed of a signed month since; undefined while it is not known, null where it is not signed. */
export function useChangedSince(
  month: Month,
  isAsked = true,
): MonthAnswer & { readonly changed: ChangedSince | null | undefined } {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    ...changedQuery(api, keyOf, month),
    enabled: isAsked,
  });
  return { changed: data?.changed, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** A month as it is now, beside what was frozen of it; undefined while it is not known. */
export function useMonthReport(month: Month): MonthAnswer & { readonly report: MonthReport | undefined } {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf("month", month),
    queryFn: () => api["close.read"]({ month }),
  });
  return { report: data, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** As of what a month is stated: as it is, as somebody would sign it, or as of a link. */
export type StatedAs =
  | Readonly<Record<string, never>>
  | { readonly signer: string | null }
  | { readonly asOf: number };

/** What a month comes to, in the words of its Lead; undefined while it is not known. */
export function useStatement(
  month: Month,
  as: StatedAs | null,
): MonthAnswer & { readonly statement: MonthStatement | undefined } {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const queryKey = keyOf("statement", month, as);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => api["close.statement"]({ month, ...as }),
    enabled: as !== null,
  });
  return { statement: data, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** The link of the signature in force; null while it is not known, and for a month that is not signed. */
export function useSignature({ month, state }: Pick<MonthFacts, "month" | "state">): number | null {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data } = useQuery({
    queryKey: keyOf("moments", month),
    queryFn: async () => (await api["close.moments"]({ month })).moments,
    enabled: state === "signed-off",
  });
  return data?.find(({ is }) => is === "signed")?.sequence ?? null;
}
