/** One decision on all that is selected: on all of them or on none. */
import { Facts } from "../../../ui/layout/facts.tsx";
import { useDisplayFormat } from "../../../ui/values/display-format.tsx";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import { formatAmount, formatCount } from "../../../../core/money.ts";
import { useLost } from "../../../app/api-provider.tsx";
import { unsavedFault } from "../../../words/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FaultNote } from "../../../ui/fault-note.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { StatusMark } from "../../../ui/marks.tsx";
import { MeanwhileNote } from "../../../shared/decide/meanwhile-note.tsx";
import { NoteFields } from "../../../shared/decide/note/note-fields.tsx";
import type { SelectionSum } from "../../../shared/decide/selection.ts";
import type { BulkDecision } from "./use-bulk-decision.ts";
import { ACTION_WORDS, NOTE_ASKS, stakeWords } from "../../../shared/decide/finding-words.ts";

interface BulkDialogProps extends Pick<BulkDecision, "draft" | "fault" | "noteFault" | "meanwhile"> {
  readonly status: DecisionStatus;
  readonly sum: SelectionSum;
  readonly onNote: (note: string) => void;
  readonly onSave: () => void;
  /** Takes what was decided meanwhile out of the selection. */
  readonly onLeaveOut: () => void;
  /** Keeps it in, having seen it. */
  readonly onTakeNote: () => void;
  readonly onClose: () => void;
}

export function BulkDialog(props: BulkDialogProps) {
  const { decimals } = useDisplayFormat();
  const { status, sum, draft, fault, meanwhile } = props;
  const isLost = useLost() !== null;
  const title = `${ACTION_WORDS[status]} — ${formatCount(sum.count, "finding")}`;
  return (
    <Dialog title={title} onClose={props.onClose} actions={<BulkActions {...props} />}>
      <Facts
        look="inline"
        facts={sum.byStatus.map(({ status: standing, count }) => [
          <StatusMark key={standing} status={standing} />,
          formatAmount(count),
        ])}
      />
      <p>{stakeWords(sum, decimals)}</p>
      <p className="quiet">One decision for all of them. If one cannot be decided, none is.</p>
      {meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} withSubject />}
      <NoteFields
        hasFocus
        label={NOTE_ASKS[status]}
        note={draft.note}
        fault={props.noteFault}
        onNote={props.onNote}
        onSave={meanwhile.length > 0 ? ignore : props.onSave}
        onLeave={props.onClose}
      />
      {fault === null || meanwhile.length > 0 ? null : (
        <FaultNote fault={fault} shown={unsavedFault(fault, isLost)} />
      )}
    </Dialog>
  );
}

function BulkActions({ status, sum, meanwhile, ...on }: BulkDialogProps) {
  if (meanwhile.length > 0) {
    const left = sum.count - meanwhile.length;
    return (
      <>
        <Button onPress={on.onTakeNote}>Keep them in</Button>
        <Button variant="primary" isDisabled={left === 0} onPress={on.onLeaveOut}>
          Leave them out
        </Button>
      </>
    );
  }
  return (
    <>
      <Button variant="quiet" onPress={on.onClose}>
        Cancel <Kbd keys="Escape" />
      </Button>
      <Button variant="primary" onPress={on.onSave}>
        {`${ACTION_WORDS[status]} ${formatAmount(sum.count)}`} <Kbd keys="Mod+Enter" />
      </Button>
    </>
  );
}

function ignore(): void {
  // Before what came meanwhile was looked at, there is nothing to do.
}
