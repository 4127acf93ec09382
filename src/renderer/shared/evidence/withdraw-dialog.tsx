/** Asks why evidence is withdrawn before it is. */
import type { Evidence } from "../../../core/review/attached/attachment.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StepButtons, StepFields } from "../months/step-fields.tsx";
import { useStep } from "../months/use-step.ts";

interface WithdrawDialogProps {
  readonly evidence: Evidence;
  readonly onClose: () => void;
}

export function WithdrawDialog({ evidence: { id, name }, onClose }: WithdrawDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to withdraw evidence",
    noteAsk: "Enter a reason to withdraw evidence",
    take: ({ by, note }) => api["evidence.withdraw"]({ id, note, by }),
    done: `Evidence ${id} withdrawn`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={`Withdraw evidence ${id}`}
      onClose={onClose}
      actions={<StepButtons form={form} words="Withdraw" onClose={onClose} />}
    >
      <p>
        <bdi>{name}</bdi> no longer counts as evidence. The ledger and its audit trail keep the file, and your
        reason.
      </p>
      <StepFields form={form} nameLabel="Withdrawn by" noteLabel="Why" />
    </Dialog>
  );
}
