/** Who decides: asked for once, then it stands under every decision until it is changed. */
import { useState } from "react";
import { TieoutError } from "../../../core/errors.ts";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { faultIn } from "../../app/show-fault.ts";

interface ReviewerDialogProps {
  readonly name: string;
  /** Keeps it; what it fails with is shown, and what was typed stays. */
  readonly onAnswer: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ReviewerDialog({ name: before, onAnswer, onClose }: ReviewerDialogProps) {
  const [name, setName] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const answer = async () => {
    try {
      await onAnswer(nameOf(name));
    } catch (error) {
      setFault(error instanceof TieoutError ? `${error.message}.` : `${faultIn(error).sentence}.`);
    }
  };
  return (
    <Dialog
      title="Who decides?"
      size="s"
      onClose={onClose}
      actions={<CancelOr words="Decide under this name" onDo={() => void answer()} />}
    >
      <p>
        Every decision is recorded with a name. It is kept on this computer. You can change it in Settings.
      </p>
      <TextField
        label="Your name"
        value={name}
        onChange={setName}
        fault={fault}
        autoComplete="name"
        isFirst
        onEnter={() => void answer()}
      />
    </Dialog>
  );
}

/** `<ReviewerQuestion />`: asks who decides when a decision waits for it; once on the page. */
export function ReviewerQuestion() {
  const { reviewerAsk } = useCheck();
  if (reviewerAsk === null) return null;
  return <ReviewerDialog name="" onAnswer={reviewerAsk.answer} onClose={reviewerAsk.dismiss} />;
}
