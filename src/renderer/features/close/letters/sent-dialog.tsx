/** Records that a letter was sent: on which day, to whom and how; or corrects that. */
import { useState } from "react";
import type { RecordedLetter } from "../../../../core/review/letters/letters.ts";
import { letterName } from "../../../../core/review/letters/letter-words.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DayField, dayIn } from "./day-field.tsx";

interface SentDialogProps {
  readonly letter: RecordedLetter;
  readonly onClose: () => void;
}

export function SentDialog({ letter: { ref, sent }, onClose }: SentDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const [on, setOn] = useState<string>(sent?.on ?? "");
  const [to, setTo] = useState(sent?.to ?? "");
  const [how, setHow] = useState(sent?.how ?? "");
  const name = letterName(ref);
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: sent === null ? null : "Write why it is corrected",
    nameAsk: "Enter your name to record the sending",
    take: async ({ by, note }) => api["letter.sent"]({ letter: ref, on: dayIn(on), to, how, by, note }),
    done: `${name} is recorded as sent`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={sent === null ? `Record that ${name} was sent` : `Correct how ${name} was sent`}
      onClose={onClose}
      actions={<StepButtons form={form} words="Record" onClose={onClose} />}
    >
      <DayField label="Sent on" value={on} onChange={setOn} onEnter={form.submit} />
      <TextField label="Sent to" value={to} onChange={setTo} onEnter={form.submit} />
      <TextField label="How (optional)" value={how} onChange={setHow} onEnter={form.submit} />
      <StepFields
        isLast
        form={form}
        nameLabel="Recorded by"
        noteLabel={sent === null ? "Note (optional)" : "Why it is corrected"}
      />
    </Dialog>
  );
}
