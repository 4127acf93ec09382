/** Accepting that many records vanished, with a name and a reason; the pull is then made again. */
import {
  type VanishedCounts,
  type VanishingAcceptance,
  shownWords,
} from "../../../core/review/pulls/vanishing.ts";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { usePreferences } from "../preferences-provider.tsx";

interface AcceptVanishedDialogProps {
  /** What the refusal named. */
  readonly shown: VanishedCounts;
  /** Begins the pull. */
  readonly onAccept: (accepted: VanishingAcceptance) => void;
  readonly onClose: () => void;
}

export function AcceptVanishedDialog({ shown, onAccept, onClose }: AcceptVanishedDialogProps) {
  const { preferences } = usePreferences();
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to accept that they vanished",
    noteAsk: "Enter a reason to accept that they vanished",
    take: async (words) => onAccept({ ...words, shown }),
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
        The service is asked again, twice. Up to {shownWords(shown)} that it no longer lists are then kept as
        vanished: nothing of them is removed. If more are gone by then, nothing is kept. The audit trail keeps
        who accepted it, and why.
      </p>
      <StepFields form={form} nameLabel="Accepted by" noteLabel="Why" />
    </Dialog>
  );
}
