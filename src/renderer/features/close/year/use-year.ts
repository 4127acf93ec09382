/** Twelve months, read again whenever the ledger changes. */
import { useQuery } from "@tanstack/react-query";
import type { YearReport } from "../../../../core/report/year/year.ts";
import type { Month } from "../../../../core/review/close/close.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { useLedgerKeys } from "../../../app/ledger/ledger-provider.tsx";

interface AskedYear {
  /** undefined while it is not known; null while the ledger holds no records. */
  readonly year: YearReport | null | undefined;
  readonly error: unknown;
  /** Whether what is shown may be of before. */
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** @param to the last of them; null for the newest month that was over at the newest pull */
export function useYear(to: Month | null): AskedYear {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf("year", to),
    queryFn: () => api["close.year"]({ to }),
  });
  return { year: data?.year, error, isReading: isFetching, readAgain: () => void refetch() };
}
