/**
 * What reads a workbook for a dialog: its name, how far it is, why it could not be read, and what came of it.
 */
import type { ReactNode } from "react";
import type { FileFacts } from "../../../ipc/values.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { JobView } from "../../app/jobs/job-view.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import type { FileJob } from "./use-file-job.ts";

interface WorkbookJobDialogProps {
  readonly title: string;
  readonly file: FileFacts | null;
  readonly work: FileJob;
  /** Whether there is a result, which is shown instead of the work. */
  readonly isRead: boolean;
  /** What can be done once nothing runs, beside leaving. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** The result. */
  readonly children: ReactNode;
}

export function WorkbookJobDialog({ title, file, work, isRead, ...rest }: WorkbookJobDialogProps) {
  const { job, error, start, cancel } = work;
  const { actions, onClose, children } = rest;
  return (
    <Dialog
      title={title}
      size="l"
      onClose={onClose}
      actions={
        job?.state === "running" ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <>
            {actions}
            <Button variant="primary" onPress={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {file === null ? null : (
        <p className="breaks">
          <b>{file.name}</b>
        </p>
      )}
      {error === null ? null : (
        <FaultOf error={error} {...(file === null ? {} : { onTryAgain: () => start(file) })} />
      )}
      {job === null || isRead ? null : <JobView job={job} />}
      {children}
    </Dialog>
  );
}
