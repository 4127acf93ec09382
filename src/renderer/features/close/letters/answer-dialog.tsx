/** Records an answer to a letter: its date, what it says, and the answer as a file. */
import { useState } from "react";
import type { RecordedLetter } from "../../../../core/review/letters/letters.ts";
import { letterName } from "../../../../core/review/letters/letter-words.ts";
import type { FileFacts } from "../../../../ipc/values.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { useFiles } from "../../../app/ledger/use-files.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { showFault } from "../../../app/show-fault.ts";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DayField, dayIn } from "./day-field.tsx";

interface AnswerDialogProps {
  readonly letter: RecordedLetter;
  readonly onClose: () => void;
}

export function AnswerDialog({ letter: { ref }, onClose }: AnswerDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { pick } = useFiles();
  const [on, setOn] = useState("");
  const [file, setFile] = useState<FileFacts | null>(null);
  const name = letterName(ref);
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: "Write what the answer says",
    nameAsk: "Enter your name to record the answer",
    take: async ({ by, note }) => {
      const said = { letter: ref, on: dayIn(on), by, note };
      return api["letter.answered"]({ ...said, file: file?.handle ?? null, evidence: null });
    },
    done: `The answer to ${name} is recorded`,
    onDone: onClose,
  });
  const choose = () => {
    pick("evidence").then(([first]) => setFile(first ?? file), showFault);
  };
  return (
    <Dialog
      title={`Record an answer to ${name}`}
      onClose={onClose}
      actions={<StepButtons form={form} words="Record" onClose={onClose} />}
    >
      <DayField label="Date of the answer" value={on} onChange={setOn} onEnter={form.submit} />
      <p className="beside gap-2">
        <Button size="s" onPress={choose}>
          {file === null ? "Add file…" : "Choose another file…"}
        </Button>
        {file === null ? (
          <span className="quiet">A file becomes evidence of the month.</span>
        ) : (
          <bdi>{file.name}</bdi>
        )}
      </p>
      <StepFields isLast form={form} nameLabel="Recorded by" noteLabel="What the answer says" />
    </Dialog>
  );
}
