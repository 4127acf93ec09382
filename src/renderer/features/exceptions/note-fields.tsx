/** The note of a decision, and the name that will stand under it. */
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

export interface NoteFieldsProps {
  readonly label: string;
  readonly note: string;
  /** What is wrong with the note, null while nothing is. */
  readonly fault: string | null;
  /** '' until told: then it is asked for when the decision is saved. */
  readonly reviewer: string;
  /** Whether the note takes the focus when it appears. */
  readonly hasFocus?: boolean;
  readonly onNote: (note: string) => void;
  readonly onReviewer: () => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

export function NoteFields({
  label,
  note,
  fault,
  reviewer,
  hasFocus = false,
  onNote,
  onReviewer,
  ...on
}: NoteFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        value={note}
        onChange={onNote}
        rows={3}
        fault={fault}
        // Of a dialog that was opened to write it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            on.onSave();
          } else if (event.key === "Escape") on.onLeave();
        }}
      />
      {reviewer === "" ? null : (
        <p className="decide-by">
          as <b>{reviewer}</b>
          <Button size="s" variant="quiet" onPress={onReviewer}>
            Another name
          </Button>
        </p>
      )}
    </>
  );
}
