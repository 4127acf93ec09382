/**
 * Writes a letter about everything that is raised: saved where a person chooses, or downloaded, and recorded.
 */
import { useState } from "react";
import type { Month } from "../../../../core/review/close/close.ts";
import { useApi, useBridge } from "../../../app/api-provider.tsx";
import { useWrittenFile } from "../../../app/jobs/use-written-file.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { monthName } from "../../../shared/months/close-words.ts";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { refused } from "../refused.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { dayIn } from "./day-field.tsx";

interface WriteLetterDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

export function WriteLetterDialog({ month, onClose }: WriteLetterDialogProps) {
  const api = useApi();
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const { preferences } = usePreferences();
  const [to, setTo] = useState("");
  const [from, setFrom] = useState("");
  const [confirmTo, setConfirmTo] = useState("");
  const [replyBy, setReplyBy] = useState("");
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: null,
    nameAsk: "Enter your name to write the letter",
    take: async ({ by }) => {
      const suggestedName = `Questions ${month}.docx`;
      const { file: target } = await api["files.chooseToSave"]({ purpose: "letter", suggestedName });
      if (target === null) throw refused("CANCELLED", "No place was chosen");
      const { file } = await api["letter.write"]({
        month,
        by,
        target: target.handle,
        address: { to, from, confirmTo, replyBy: replyBy.trim() === "" ? null : dayIn(replyBy) },
      });
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
      <TextField label="To" hint="Name and address of the provider" value={to} onChange={setTo} />
      <TextField label="From" hint="Your name and address" value={from} onChange={setFrom} />
      <TextField
        label="Confirm the balance to"
        hint="Who gets the confirmation directly, such as the auditor"
        value={confirmTo}
        onChange={setConfirmTo}
      />
      <TextField
        label="Reply by"
        hint="Year, month, day, as in 2026-09-03"
        value={replyBy}
        onChange={setReplyBy}
      />
      <StepFields form={form} nameLabel="Written by" noteLabel={null} />
    </Dialog>
  );
}
