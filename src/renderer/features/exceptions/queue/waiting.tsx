/** `<Waiting check={check} />`: the check is on its way. */
import type { Check } from "../../../check/check-provider.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";

/** While the check of the period that is asked for is made, nothing of another one is shown. */
export function WaitingNote({ check: { state, progress } }: { readonly check: Check }) {
  const words = state === "reading" ? "Reading the ledger…" : "Checking…";
  return (
    <EmptyState title={words}>
      <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? null} label={words} />
    </EmptyState>
  );
}
