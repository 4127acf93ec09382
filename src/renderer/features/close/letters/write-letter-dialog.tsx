/**
 * Writes a letter about everything that is raised: saved where a person chooses, or downloaded, and recorded.
 */
import type { Month } from "../../../../core/review/close/close.ts";
import { useApi, useBridge } from "../../../app/api-provider.tsx";
import { useWrittenFile } from "../../../app/jobs/use-written-file.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { monthName } from "../../../shared/months/close-words.ts";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { refused } from "../refused.ts";

interface WriteLetterDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

export function WriteLetterDialog({ month, onClose }: WriteLetterDialogProps) {
  const api = useApi();
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const { preferences } = usePreferences();
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: null,
    nameAsk: "Enter your name to write the letter",
    take: async ({ by }) => {
      const suggestedName = `Questions ${month}.docx`;
      const { file: target } = await api["files.chooseToSave"]({ purpose: "letter", suggestedName });
      if (target === null) throw refused("CANCELLED", "No place was chosen");
      const { file } = await api["letter.write"]({ month, by, target: target.handle });
      if (file === null)
        throw refused("LETTER_INVALID", "Nothing that is raised is still open, so there is nothing to ask");
      if (fetchFile !== null) await get(file);
    },
    done: "The letter is written and recorded",
    onDone: onClose,
  });
  return (
    <Dialog
      title={`Write a letter about ${monthName(month)}`}
      size="s"
      onClose={onClose}
      actions={<StepButtons form={form} words="Write letter" onClose={onClose} />}
    >
      <p>
        A Word document asks about everything that is raised, by counterparty. Your notes are not in it. Edit
        it, send it, and record here that it was sent.
      </p>
      <StepFields form={form} nameLabel="Written by" noteLabel={null} />
    </Dialog>
  );
}
