/** Accepting that many records vanished, with a name and a reason; the pull is then made again. */
import type { AcceptedVanishing } from "../../../core/review/pulls/vanishing.ts";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { usePreferences } from "../preferences-provider.tsx";

interface AcceptVanishedDialogProps {
  /** Begins the pull. */
  readonly onAccept: (accepted: AcceptedVanishing) => void;
  readonly onClose: () => void;
}

export function AcceptVanishedDialog({ onAccept, onClose }: AcceptVanishedDialogProps) {
  const { preferences } = usePreferences();
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to accept that they vanished",
    noteAsk: "Enter a reason to accept that they vanished",
    take: async (accepted) => onAccept(accepted),
    done: "The service is asked again, twice",
    onDone: onClose,
  });
  return (
    <Dialog
      title="Accept that they vanished"
      onClose={onClose}
      actions={<StepButtons form={form} words="Accept and pull" onClose={onClose} />}
    >
      <p>
        The service is asked again, twice. Records that it no longer lists are then kept as vanished: nothing
        of them is removed. The audit trail keeps who accepted it, and why.
      </p>
      <StepFields form={form} nameLabel="Accepted by" noteLabel="Why" />
    </Dialog>
  );
}
