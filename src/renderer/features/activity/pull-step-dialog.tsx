/** Setting a pull aside, as if it had never been made, or putting it back, with a name and a reason. */
import type { PullStepKind } from "../../../core/review/pulls/pull-steps.ts";
import { useApi } from "../../app/api-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface PullStepDialogProps {
  readonly pullId: number;
  readonly step: PullStepKind;
  readonly onClose: () => void;
}

export function PullStepDialog({ pullId, step, onClose }: PullStepDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const isAway = step === "set-aside";
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: isAway ? "Enter a reason to set the pull aside" : "Enter a reason to put the pull back",
    take: ({ by, note }) => api["pull.step"]({ pullId, step, by, note }),
    done: isAway ? `Pull ${pullId} is set aside` : `Pull ${pullId} counts again`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={isAway ? `Set pull ${pullId} aside` : `Put pull ${pullId} back`}
      onClose={onClose}
      actions={<StepButtons form={form} words={isAway ? "Set aside" : "Put back"} onClose={onClose} />}
    >
      <p>
        {isAway
          ? "Everything will count as if this pull had never been made. Nothing of it is removed, and it can be put back. Months that were signed on it show as restated."
          : "Everything will count as it did before the pull was set aside."}
      </p>
      <StepFields form={form} nameLabel={isAway ? "Set aside by" : "Put back by"} noteLabel="Why" />
    </Dialog>
  );
}
