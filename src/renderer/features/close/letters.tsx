/** The letters of a month to the provider, and recording what happens to them. */
import { useState } from "react";
import type { LetterStanding, RecordedLetter } from "../../../core/review/letters/letters.ts";
import { letterName } from "../../../core/review/letters/letter-words.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useFiles } from "../../app/use-files.ts";
import { showFault } from "../../app/show-fault.ts";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { DayField, dayIn } from "./day-field.tsx";
import { LetterLine } from "./letter-line.tsx";

export type LetterDialog =
  | { readonly is: "write-letter" }
  | { readonly is: "sent" | "answer"; readonly letter: RecordedLetter };

interface LettersProps {
  readonly letters: readonly LetterStanding[];
  readonly onAsk: ((asked: LetterDialog) => void) | null;
  /** Whether the step above it offers to write one. */
  readonly isOffered: boolean;
}

/** The letters of a month to the provider: writing one, recording that it was sent, and its answers. */
export function LetterList({ letters, onAsk, isOffered }: LettersProps) {
  return (
    <>
      {letters.length === 0 ? (
        <p className="quiet">No letter of this month is recorded.</p>
      ) : (
        <ol className="stack gap-3" aria-label="Letters">
          {letters.map((standing) => (
            <LetterLine
              key={standing.letter.ref}
              standing={standing}
              onSent={onAsk === null ? null : () => onAsk({ is: "sent", letter: standing.letter })}
              onAnswer={onAsk === null ? null : () => onAsk({ is: "answer", letter: standing.letter })}
            />
          ))}
        </ol>
      )}
      {onAsk === null || isOffered ? null : (
        <p>
          <Button
            size="s"
            onPress={() => onAsk({ is: "write-letter" })}
            words={letters.length === 0 ? "Write letter…" : "Write another letter…"}
          />
        </p>
      )}
    </>
  );
}

interface LetterDialogProps {
  readonly letter: RecordedLetter;
  readonly onClose: () => void;
}

/** Records an answer to a letter: its date, what it says, and the answer as a file. */
export function AnswerDialog({ letter: { ref }, onClose }: LetterDialogProps) {
  const { pick } = useFiles();
  const [on, setOn] = useState("");
  const [file, setFile] = useState<FileFacts | null>(null);
  const name = letterName(ref);
  const choose = () => {
    pick("evidence").then(([first]) => setFile(first ?? file), showFault);
  };
  return (
    <StepDialog
      title={`Record an answer to ${name}`}
      words="Record"
      nameLabel="Recorded by"
      noteAsk="Write what the answer says"
      noteLabel="What the answer says"
      isLast
      take={async (said, api) => {
        const given = { letter: ref, on: dayIn(on), file: file?.handle ?? null, evidence: null };
        return api["letter.answered"]({ ...given, ...said });
      }}
      done={`The answer to ${name} is recorded`}
      onClose={onClose}
    >
      {(submit) => (
        <>
          <DayField label="Date of the answer" value={on} onChange={setOn} onEnter={submit} />
          <p className="beside gap-2">
            <Button size="s" onPress={choose} words={file === null ? "Add file…" : "Choose another file…"} />
            {file === null ? (
              <span className="quiet">A file becomes evidence of the month.</span>
            ) : (
              <bdi>{file.name}</bdi>
            )}
          </p>
        </>
      )}
    </StepDialog>
  );
}

export function SentDialog({ letter: { ref, sent }, onClose }: LetterDialogProps) {
  const [on, setOn] = useState<string>(sent?.on ?? "");
  const [to, setTo] = useState(sent?.to ?? "");
  const [how, setHow] = useState(sent?.how ?? "");
  const name = letterName(ref);
  return (
    <StepDialog
      title={sent === null ? `Record that ${name} was sent` : `Correct how ${name} was sent`}
      words="Record"
      nameLabel="Recorded by"
      noteAsk={sent === null ? null : "Write why it is corrected"}
      noteLabel={sent === null ? "Note (optional)" : "Why it is corrected"}
      isLast
      take={async (said, api) => api["letter.sent"]({ letter: ref, on: dayIn(on), to, how, ...said })}
      done={`${name} is recorded as sent`}
      onClose={onClose}
    >
      {(submit) => (
        <>
          <DayField label="Sent on" value={on} onChange={setOn} onEnter={submit} />
          <TextField label="Sent to" value={to} onChange={setTo} onEnter={submit} />
          <TextField label="How (optional)" value={how} onChange={setHow} onEnter={submit} />
        </>
      )}
    </StepDialog>
  );
}
