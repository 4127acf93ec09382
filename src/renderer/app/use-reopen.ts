/** Opening the open ledger once more: where it could only be read, that may have an end. */
import { useState } from "react";
import type { LedgerFacts } from "../../ipc/contract.ts";
import { readOnlyWords } from "../ui/faults.tsx";
import { showToast } from "../ui/toast.tsx";
import { useApi } from "../bridge/api-provider.tsx";
import { useOpening } from "./opening-provider.tsx";
import { showFault } from "./show-fault.ts";

export function useReopen() {
  const api = useApi();
  const { choose } = useOpening();
  const [isReopening, setReopening] = useState(false);
  /** Opens it again, and says so where it can still only be read. */
  const reopen = async ({ name, where }: LedgerFacts) => {
    setReopening(true);
    try {
      const { ledgers } = await api["ledger.recent"]({});
      const file = ledgers.find((one) => one.name === name && one.where === where);
      // It is not among those opened last: the person names it.
      if (file === undefined) return await choose();
      const opened = await api["ledger.open"]({ file: file.handle });
      showToast(
        opened.readOnly === null
          ? { tone: "good", words: "The ledger can be changed again" }
          : {
              tone: "warning",
              words: "The ledger is still read-only",
              more: readOnlyWords(opened.readOnly).why,
            },
      );
    } catch (error) {
      showFault(error);
    } finally {
      setReopening(false);
    }
  };
  return { isReopening, reopen };
}
