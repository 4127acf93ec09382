/** `useMonthFile(month)`: a month's file as main has it; undefined until it is read. */
import { useQuery } from "@tanstack/react-query";
import type { Month } from "../../../../core/review/close/close.ts";
import type { MonthFile } from "../../../../core/review/file/month-file.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { useLedgerKeys } from "../../../app/ledger/ledger-provider.tsx";

export interface ShownFile {
  readonly file: MonthFile | undefined;
  readonly error: unknown;
  readonly readAgain: () => void;
}

export function useMonthFile(month: Month): ShownFile {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("file", month),
    queryFn: () => api["file.read"]({ month }),
  });
  return { file: data, error, readAgain: () => void refetch() };
}
