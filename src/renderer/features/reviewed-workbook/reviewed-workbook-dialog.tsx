/**
 * Imports what a reviewer typed into an exported workbook: each line is shown before it becomes a decision.
 */
import { useState } from "react";
import type { FileFacts } from "../../../ipc/values.ts";
import type { ReviewRead } from "../../../ipc/jobs.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { readOnlyWords } from "../../words/faults.ts";
import { MeanwhileNote } from "../../shared/decide/meanwhile-note.tsx";
import { ReviewProposals } from "./proposal-list.tsx";
import { acceptWords, isTakeable } from "./review-proposals.ts";
import { useAcceptReview } from "./use-accept-review.ts";
import { useFileJob } from "./use-file-job.ts";
import { WorkbookJobDialog } from "./workbook-job-dialog.tsx";
import "./reviewed-workbook.css";

interface ReviewedWorkbookDialogProps {
  /** null shows what the last one held. */
  readonly file: FileFacts | null;
  readonly onClose: () => void;
}

export function ReviewedWorkbookDialog({ file, onClose }: ReviewedWorkbookDialogProps) {
  const api = useApi();
  const dialogs = useDialogs();
  const work = useFileJob("read-review", file, api["workbook.readReview"]);
  const { job, isBusy } = work;
  const read = job?.result?.is === "review-read" ? job.result : null;
  if (read !== null && read.items.length > 0) {
    return <Proposals key={job?.id} read={read} onClose={onClose} />;
  }
  return (
    <WorkbookJobDialog
      title="Import review"
      {...{ file, work, onClose }}
      isRead={read !== null}
      actions={
        file === null ? null : (
          <Button isDisabled={isBusy} onPress={() => dialogs.show({ is: "verify-workbook", file })}>
            Compare it with this ledger
          </Button>
        )
      }
    >
      {read === null ? null : (
        <>
          <Notes notes={read.notes} />
          <EmptyState title="There is nothing to import">
            The reviewer columns of {read.fileName} are empty. Ticks and notes in them can be imported.
          </EmptyState>
        </>
      )}
    </WorkbookJobDialog>
  );
}

function Proposals({ read, onClose }: { readonly read: ReviewRead; readonly onClose: () => void }) {
  const ledger = useOpenLedger();
  const accepting = useAcceptReview(read, onClose);
  const { chosen, meanwhile, fault, nameFault, isSaving } = accepting;
  const [by, setBy] = useState(read.by);
  const takeable = read.items.filter(isTakeable).length;
  const { readOnly } = ledger;
  return (
    <Dialog
      title="Import review"
      size="xl"
      onClose={onClose}
      actions={
        meanwhile.length > 0 ? (
          <>
            <Button onPress={accepting.takeNote}>Keep them in</Button>
            <Button variant="primary" onPress={accepting.leaveOut}>
              Leave them out
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onPress={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              isDisabled={isSaving || chosen.size === 0 || readOnly !== null}
              onPress={() => void accepting.accept(by)}
            >
              {isSaving ? "Importing…" : acceptWords(chosen.size, takeable)}
            </Button>
          </>
        )
      }
    >
      <p>
        <b>{read.fileName}</b>, of run {read.run},{" "}
        {read.period === null ? "the whole history" : `${read.period.from} to ${read.period.to}`}. Each line
        becomes one decision. If one cannot be imported, none is.
      </p>
      <Notes notes={read.notes} />
      {readOnly === null ? null : (
        <p className="quiet">{readOnlyWords(readOnly).why} You can view the ticks and notes.</p>
      )}
      <ReviewProposals items={read.items} chosen={chosen} onChoose={accepting.choose} />
      {meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} withSubject />}
      {fault === null || meanwhile.length > 0 ? null : <FaultNote fault={fault} />}
      <div className="rigid returned-by">
        <TextField
          label="Reviewed by"
          hint={read.by === "" ? "The workbook does not say who reviewed it." : "From the workbook."}
          value={by}
          onChange={(name) => {
            accepting.forget();
            setBy(name);
          }}
          fault={nameFault}
          onEnter={() => {
            if (meanwhile.length === 0 && !isSaving) void accepting.accept(by);
          }}
        />
      </div>
    </Dialog>
  );
}

/** What must be said of the workbook, one sentence each. */
function Notes({ notes }: Pick<ReviewRead, "notes">) {
  if (notes.length === 0) return null;
  return (
    <ul className="quiet">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
