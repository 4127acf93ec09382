/** Asks why a match is undone before it is. */
import { useState } from "react";
import type { Fault } from "../../../ipc/envelope.ts";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import { faultIn } from "../../app/fault-in.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { NoteFields } from "../decide/note/note-fields.tsx";
import { idsWords, recordsOf } from "./match-words.ts";
import { useUndoMatch } from "./use-undo-match.ts";

interface UndoMatchDialogProps {
  readonly match: StandingMatch;
  readonly onClose: () => void;
}

export function UndoMatchDialog({ match, onClose }: UndoMatchDialogProps) {
  const { isUndoing, undo } = useUndoMatch();
  const [note, setNote] = useState("");
  const [fault, setFault] = useState<Fault | null>(null);
  const { walletIDs, payIDs } = recordsOf(match);
  const save = async () => {
    if (isUndoing) return;
    setFault(null);
    try {
      if (await undo(match.id, note)) onClose();
    } catch (error) {
      setFault(faultIn(error));
    }
  };
  return (
    <Dialog
      title={`Undo match ${match.id}`}
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            Cancel <Kbd keys="Escape" />
          </Button>
          <Button variant="primary" isDisabled={isUndoing} onPress={() => void save()}>
            {isUndoing ? "Undoing…" : "Undo match"} <Kbd keys="Enter" />
          </Button>
        </>
      }
    >
      <p>
        {idsWords("walletID", walletIDs)} and {idsWords("payID", payIDs)} are unmatched again, and their
        findings return. The audit trail keeps both the match and its reversal.
      </p>
      <NoteFields
        hasFocus
        isShort
        label="Why the match is undone"
        note={note}
        fault={null}
        onNote={setNote}
        onSave={() => void save()}
        onLeave={onClose}
      />
      {fault === null ? null : <FaultNote fault={fault} />}
    </Dialog>
  );
}
