/** `<KeepRun />`: keeps the check that is shown as a run; main checks again, it believes no window. */
import { useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useLedger } from "../../app/providers.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";

export function KeepRun() {
  const api = useApi();
  const ledger = useLedger();
  const { summary, period, isStale } = useCheck();
  const [isSaving, setSaving] = useState(false);
  const keep = async () => {
    if (summary === null) return;
    setSaving(true);
    try {
      const run = await api["check.save"]({ period, options: summary.options });
      showToast({
        tone: "good",
        words: `Kept as run ${formatAmount(run.runId)}`,
        more: `${summary.title}: ${formatCount(run.findings, "finding")}, ${formatCount(run.errors, "error")}.`,
      });
    } catch (error) {
      showFault(error);
    } finally {
      setSaving(false);
    }
  };
  const isReadOnly = ledger === null || ledger.readOnly !== null;
  return (
    <Button
      size="s"
      variant="quiet"
      isDisabled={summary === null || isStale || isSaving || isReadOnly}
      onPress={() => void keep()}
    >
      {isSaving ? "Keeping…" : "Keep this run"}
    </Button>
  );
}
