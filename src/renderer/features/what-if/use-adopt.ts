/** Taking the options tried out into the ledger's settings, where the audit trail records it. */
import { useState } from "react";
import type { CheckOptions } from "../../../core/options.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useKeepLedger } from "../../app/ledger-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { setFilters } from "../../app/use-route.ts";
import { showToast } from "../../ui/toast.tsx";
import { changedOptions } from "./compare.ts";
import { OPTION_NAMES } from "./words.ts";

export interface Adopting {
  readonly isSaving: boolean;
  /** Does nothing where nothing differs or nothing can be written. */
  readonly use: () => Promise<void>;
}

export function useAdopt(ledger: LedgerFacts, options: CheckOptions, ledgers: CheckOptions): Adopting {
  const api = useApi();
  const keepLedger = useKeepLedger();
  const [isSaving, setSaving] = useState(false);
  const save = async ({ convention, settlementBasis, tolerance, cutoffDays, chainScope }: CheckOptions) => {
    setSaving(true);
    try {
      // The zone is a setting of its own.
      const kept = { convention, settlementBasis, tolerance, cutoffDays, chainScope };
      keepLedger(await api["ledger.changeSettings"]({ options: kept }));
      return true;
    } catch (error) {
      showFault(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const use = async () => {
    const changed = changedOptions(options, ledgers);
    if (changed.length === 0 || isSaving || ledger.readOnly !== null) return;
    if (!(await save(options))) return;
    setFilters("");
    showToast({
      tone: "good",
      words: "The ledger checks with these options from now on",
      more: `${changed.map((key) => OPTION_NAMES[key]).join(", ")}. The audit trail has it.`,
      action: { label: "Back to those before", run: () => void save(ledgers) },
    });
  };
  return { isSaving, use };
}
