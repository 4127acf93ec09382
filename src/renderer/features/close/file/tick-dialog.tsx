/** Ticks a step under a name, or takes a tick back. */
import type { Month } from "../../../../core/review/close/close.ts";
import type { TickedStep } from "../../../../core/review/file/month-file.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";

interface TickDialogProps {
  readonly month: Month;
  readonly step: TickedStep;
  readonly onClose: () => void;
}

export function TickDialog({ month, step: { id, text, tick, figures }, onClose }: TickDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const done = tick === null;
  const against = done && figures?.ok === false ? figures.words : null;
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to mark the step",
    noteAsk: against === null ? null : "Write why the step is done all the same",
    take: ({ by, note }) => api["file.tick"]({ month, step: id, done, by, note }),
    done: done ? `Step ${id} is ticked` : `Step ${id} is open again`,
    onDone: onClose,
  });
  const words = done ? "Tick" : "Take back";
  return (
    <Dialog
      title={`${words} step ${id}`}
      size="s"
      onClose={onClose}
      actions={<StepButtons form={form} words={words} onClose={onClose} />}
    >
      <p>{text}</p>
      {against === null ? null : <p className="tone-warning">The figures say: {against}.</p>}
      <StepFields
        form={form}
        nameLabel={done ? "Done by" : "Taken back by"}
        noteLabel={against === null ? "Note (optional)" : "Why it is done all the same"}
      />
    </Dialog>
  );
}
