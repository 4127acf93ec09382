/** `useLedger()`: the open ledger as main has it now, null while none is open. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, createContext, useCallback, useContext } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import {
  type DisplayFormat,
  DisplayFormatProvider,
  useDisplayFormat,
} from "../../ui/values/display-format.tsx";
import { type AnswerKey, ofApp, ofLedger, useAnswers } from "../answers.ts";
import { ApiForLedger, useApi } from "../api-provider.tsx";
import { useEvent } from "../use-event.ts";

const LedgerContext = createContext<LedgerFacts | null>(null);
const KEY = ofApp("ledger");

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
      <ApiForLedger ledger={data?.key ?? null}>
        <DisplayFormatProvider of={data?.settings ?? null}>{children}</DisplayFormatProvider>
      </ApiForLedger>
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
  const answers = useAnswers();
  return (ledger) => {
    answers.put<LedgerFacts | null>(KEY, ledger);
    // Everything else that was asked was asked of the ledger as it was.
    void answers.ledgerChanged(ledger?.key ?? null);
  };
}

/** `const keyOf = useLedgerKeys()`: names what main is asked of the ledger that is shown, `keyOf("letters")`. */
export function useLedgerKeys(): (...what: readonly unknown[]) => AnswerKey {
  const ledger = useLedger()?.key ?? null;
  return useCallback((...what) => ofLedger(ledger, ...what), [ledger]);
}

/** @returns a function that has everything asked again that depends on the ledger */
export function useReadAgain(): () => Promise<void> {
  const answers = useAnswers();
  const ledger = useLedger()?.key ?? null;
  return async () => answers.ledgerChanged(ledger);
}
