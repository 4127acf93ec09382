/** Keeping the options tried out: asked for with a name and a reason, and taken back the same way. */
import { useState } from "react";
import type { CheckOptions, KeptOptions } from "../../../core/options.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useKeepLedger } from "../../app/ledger/ledger-provider.tsx";
import { changedOptions } from "./compare.ts";

export interface Adopting {
  /** Whether the dialog is shown that asks for a name and a reason. */
  readonly isAsked: boolean;
  /** Shows it; does nothing where nothing differs or nothing can be written. */
  readonly ask: () => void;
  readonly close: () => void;
}

export function useAdopt(ledger: LedgerFacts, options: CheckOptions, ledgers: CheckOptions): Adopting {
  const [isAsked, setAsked] = useState(false);
  const canUse = changedOptions(options, ledgers).length > 0 && ledger.readOnly === null;
  return {
    isAsked: isAsked && canUse,
    ask: () => setAsked(canUse),
    close: () => setAsked(false),
  };
}

/** @returns a function that has the ledger keep options, with who wants it and why */
export function useKeepOptions(): (
  options: CheckOptions,
  signed: { readonly by: string; readonly note: string },
) => Promise<void> {
  const api = useApi();
  const keepLedger = useKeepLedger();
  return async ({ convention, settlementBasis, tolerance, cutoffDays, chainScope }, signed) => {
    // The zone is a setting of its own.
    const options: KeptOptions = { convention, settlementBasis, tolerance, cutoffDays, chainScope };
    keepLedger(await api["ledger.changeOptions"]({ options, ...signed }));
  };
}
