/** The note of a decision, and the name that will stand under it. */
import { useState } from "react";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { NoteChoice } from "./note-choice.tsx";
import { ReviewerDialog } from "../reviewer-dialog.tsx";

interface NoteFieldsProps {
  readonly label: string;
  readonly note: string;
  /** What is wrong with the note, null while nothing is. */
  readonly fault: string | null;
  /** Whether the note takes the focus when it appears. */
  readonly hasFocus?: boolean;
  /** Of a line or two, which Enter saves; a longer one is saved with Mod. */
  readonly isShort?: boolean;
  readonly onNote: (note: string) => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

export function NoteFields({
  label,
  note,
  fault,
  hasFocus = false,
  isShort = false,
  onNote,
  ...on
}: NoteFieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={note}
        onChange={onNote}
        rows={isShort ? 2 : 3}
        fault={fault}
        // Of a dialog that was opened to write it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
        onKeyDown={(event) => {
          if (event.altKey && event.key === "ArrowDown") {
            event.preventDefault();
            setChoosing(true);
            return;
          }
          const isSaving = event.ctrlKey || event.metaKey || (isShort && !event.shiftKey);
          if (event.key === "Enter" && isSaving) {
            event.preventDefault();
            on.onSave();
          } else if (event.key === "Escape") on.onLeave();
        }}
      />
      <div className="wrap gap-2">
        <NoteChoice note={note} onNote={onNote} isOpen={isChoosing} onOpen={setChoosing} />
        <Name />
      </div>
    </>
  );
}

/** Nothing until it is told: then it is asked for when the decision is saved. */
function Name() {
  const { preferences, change } = usePreferences();
  const { reviewer } = preferences;
  const [asksName, setAsksName] = useState(false);
  if (reviewer === "") return null;
  return (
    <p className="row gap-1 quiet">
      as <b>{reviewer}</b>
      <Button size="s" variant="quiet" onPress={() => setAsksName(true)}>
        Another name
      </Button>
      {asksName ? (
        <ReviewerDialog
          name={reviewer}
          onAnswer={async (name) => {
            await change({ reviewer: name });
            setAsksName(false);
          }}
          onClose={() => setAsksName(false)}
        />
      ) : null}
    </p>
  );
}
