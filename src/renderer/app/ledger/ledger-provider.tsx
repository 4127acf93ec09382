/** `useLedger()`: the open ledger as main has it now, null while none is open. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, createContext, useContext } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import {
  type DisplayFormat,
  DisplayFormatProvider,
  useDisplayFormat,
} from "../../ui/values/display-format.tsx";
import { useApi } from "../api-provider.tsx";
import { useEvent } from "../use-event.ts";

const LedgerContext = createContext<LedgerFacts | null>(null);
const KEY = ["ledger"];

/** Shows what is below once it is known whether a ledger is open. */
export function LedgerProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const keep = useKeepLedger();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => api["ledger.current"]({}) });
  useEvent("ledger.changed", keep);
  if (data === undefined) {
    if (error !== null) throw error;
    return null;
  }
  // Asked once more in vain, what was known stands: the banner tells that main is away.
  return (
    <LedgerContext value={data}>
      <DisplayFormatProvider of={data?.settings ?? null}>{children}</DisplayFormatProvider>
    </LedgerContext>
  );
}

/** Has everything below see a ledger as it was; null leaves it as it is. */
export function LedgerThen({
  facts,
  children,
}: {
  readonly facts: LedgerFacts | null;
  readonly children: ReactNode;
}) {
  const now = useLedger();
  const format = useDisplayFormat();
  return (
    <LedgerContext value={facts ?? now}>
      <DisplayFormatProvider of={facts?.settings ?? format}>{children}</DisplayFormatProvider>
    </LedgerContext>
  );
}

/** How a month is shown: with the decimals that it was prepared with, else with the ledger's own. */
export function formatOfMonth(
  { frozenDecimals, settings }: Pick<LedgerFacts, "frozenDecimals" | "settings">,
  month: string | null,
): DisplayFormat {
  const { decimals, timeZone } = settings;
  return { decimals: frozenDecimals[month ?? ""] ?? decimals, timeZone };
}

export function useLedger(): LedgerFacts | null {
  return useContext(LedgerContext);
}

/** The open ledger, for what is only shown while one is. */
export function useOpenLedger(): LedgerFacts {
  const ledger = useLedger();
  if (ledger === null) throw new Error("no ledger is open here");
  return ledger;
}

/** @returns a function that takes in what a call said of the open ledger, before the event comes */
export function useKeepLedger(): (ledger: LedgerFacts | null) => void {
  const queries = useQueryClient();
  return (ledger) => {
    queries.setQueryData(KEY, ledger);
    // Everything else that was asked was asked of the ledger as it was.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "of-ledger" });
  };
}

/** The key of a query about the open ledger: asked again whenever the ledger changes. */
export function ofLedger(...what: readonly (string | number | null)[]): readonly unknown[] {
  return ["of-ledger", ...what];
}
