/** What main holds of one record: its versions and its JSON. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../app/api-provider.tsx";
import { useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";

export function useEntryRecord(walletID: number) {
  const api = useApi();
  const keyOf = useLedgerKeys();
  return useQuery({
    queryKey: keyOf("record.entry", walletID),
    queryFn: () => api["record.entry"]({ walletID }),
  });
}

export function useTransactionRecord(payID: number) {
  const api = useApi();
  const keyOf = useLedgerKeys();
  return useQuery({
    queryKey: keyOf("record.transaction", payID),
    queryFn: () => api["record.transaction"]({ payID }),
  });
}
