/** How months stand, as main says it; asked again whenever the ledger changes, by this window or another. */
import { useQuery } from "@tanstack/react-query";
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import type { Output } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useLedger, useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";

interface Asked {
  readonly error: unknown;
  /** Whether what is shown may be of before. */
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Newest first; undefined while they are not known, and while no ledger is open. */
export function useMonths(): Asked & { readonly months: readonly MonthFacts[] | undefined } {
  const api = useApi();
  const ledger = useLedger();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf("months"),
    queryFn: () => api["close.list"]({}),
    enabled: ledger !== null,
  });
  return { months: data?.months, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** A month as it is now, beside what was frozen of it; undefined while it is not known. */
export function useMonthReport(month: Month): Asked & { readonly report: MonthReport | undefined } {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf("month", month),
    queryFn: () => api["close.read"]({ month }),
  });
  return { report: data, error, isReading: isFetching, readAgain: () => void refetch() };
}

/**
 * What a signed month was said to come to when it was signed; null while that is not known, or it is not
 * signed.
 */
export function useSignedConclusion(facts: MonthFacts | null): Output<"close.signed"> | null {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const month = facts?.state === "signed-off" ? facts.month : null;
  const { data } = useQuery({
    queryKey: keyOf("signed", month),
    queryFn: () => (month === null ? null : api["close.signed"]({ month })),
    enabled: month !== null,
  });
  return month === null || data === null || data === undefined || data.verdict === null ? null : data;
}
