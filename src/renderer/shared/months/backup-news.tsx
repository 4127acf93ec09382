/** Says once that the ledger could not be backed up on schedule. Settings says it as long as it holds. */
import { useEvent } from "../../bridge/api-provider.tsx";
import { sentenceOf, shownFault } from "../../ui/faults.tsx";
import { showToast } from "../../ui/toast.tsx";

export function BackupNews() {
  useEvent("backups.changed", ({ fault }) => {
    if (fault === null) return;
    const more = `${sentenceOf(fault)} ${shownFault(fault).remedy} The ledger itself is not affected.`;
    showToast({ tone: "warning", words: "The ledger could not be backed up", more });
  });
  return null;
}
