/** Changes what a ledger keeps of itself; each change is a link of its audit trail. */
import type { KeptSettings } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useKeepLedger } from "../../app/ledger/ledger-provider.tsx";
import { showFault } from "../../app/show-fault.ts";

export function useChangeSettings(): (settings: Partial<Omit<KeptSettings, "options">>) => void {
  const api = useApi();
  const keep = useKeepLedger();
  return (settings) => {
    api["ledger.changeSettings"](settings).then(keep, showFault);
  };
}
