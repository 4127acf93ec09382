/** A pull, request by request: it goes on when the dialog is shut, can be cancelled, and be started again. */
import { useEffect, useRef, useState } from "react";
import { PullRestatements } from "../../features/restatements/restatement-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useApi } from "../api-provider.tsx";
import { useDialogs } from "../dialogs-provider.tsx";
import { FaultOf } from "../fault-of.tsx";
import { JobView } from "../job-view.tsx";
import { useJobs } from "../jobs-provider.tsx";
import { useOpenLedger } from "../ledger-provider.tsx";

export interface PullDialogProps {
  readonly full: boolean;
  /** Whether the last one is only looked at. */
  readonly look: boolean;
  readonly onClose: () => void;
}

export function PullDialog({ full, look, onClose }: PullDialogProps) {
  const api = useApi();
  const dialogs = useDialogs();
  const ledger = useOpenLedger();
  const { jobs, running, take, cancel } = useJobs();
  const [error, setError] = useState<unknown>(null);
  const job = jobs.find(({ kind }) => kind === "pull");
  const start = (isFull: boolean) => {
    setError(null);
    api["pull.start"]({ target: null, connection: null, full: isFull }).then(take, setError);
  };
  const isAsked = useRef(look || running !== null);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    start(full);
  });
  const isRunning = job?.state === "running";
  const hasFailed = error !== null || job?.state === "failed";
  return (
    <Dialog
      title="Pull"
      onClose={onClose}
      actions={
        isRunning ? (
          <>
            <Button onPress={() => void cancel(job.id)}>Cancel the pull</Button>
            <Button variant="primary" onPress={onClose}>
              Go on in the background
            </Button>
          </>
        ) : (
          <>
            {ledger.connection === "sandbox" ? null : (
              <Button onPress={() => dialogs.show({ is: "connect", target: "open" })}>Connection…</Button>
            )}
            <Button isDisabled={running !== null} onPress={() => start(true)}>
              Pull everything
            </Button>
            {hasFailed ? (
              <>
                <Button onPress={onClose}>Close</Button>
                <Button variant="primary" isDisabled={running !== null} onPress={() => start(full)}>
                  Pull again
                </Button>
              </>
            ) : (
              <>
                <Button isDisabled={running !== null} onPress={() => start(false)}>
                  Pull again
                </Button>
                <Button variant="primary" onPress={onClose}>
                  Done
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <p className="quiet">
        {ledger.connection === "sandbox" ? "From the sandbox" : "From the service"}. Nothing of a pull is in
        the ledger until all of it is.
      </p>
      {error === null ? null : <FaultOf error={error} onTryAgain={() => start(full)} />}
      {job === undefined ? null : <JobView job={job} />}
      {job?.result?.is === "pulled" ? <PullRestatements pullId={job.result.pullId} /> : null}
    </Dialog>
  );
}
