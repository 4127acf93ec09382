/** A pull, request by request: it goes on when the dialog is shut, can be cancelled, and be started again. */
import { useEffect, useRef, useState } from "react";
import { PullRestatements } from "../../shared/restatements/restatement-banner.tsx";
import { useRestatedByPull } from "../../shared/restatements/use-restatements.tsx";
import {
  type VanishedCounts,
  type VanishingAcceptance,
  shownWords,
} from "../../../core/review/restate/vanishing.ts";
import type { Job } from "../../../ipc/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusNext } from "../../ui/keep-focus.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useDialogs, FaultOf, useLedger } from "../providers.tsx";
import { useRefusal } from "../show-fault.ts";
import { pulledBy } from "../job-words.ts";
import { JobView } from "../job-view.tsx";
import { useOnceFor } from "../../ui/use-steady.ts";
import { useJobs } from "../jobs-provider.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";

interface PullDialogProps {
  readonly full: boolean;
  /** Whether the last one is only looked at. */
  readonly look: boolean;
  readonly onClose: () => void;
}

export function PullDialog({ full, look, onClose }: PullDialogProps) {
  const dialogs = useDialogs();
  // None while the first pull fills one, which its own dialog may leave to go on by itself.
  const ledger = useLedger();
  const { job, error, isUnderWay, isBusy, start, accept, cancel } = usePull(full, look);
  const after = useRestatedByPull(pulledBy(job));
  const isUndone = error !== null || job?.state === "failed" || job?.state === "cancelled";
  const [shown, setShown] = useState<VanishedCounts | null>(null);
  const isOver = !isUnderWay && after.isKnown;
  // Whoever only watched goes on with what comes next.
  useEffect(() => {
    if (isOver) focusNext();
  }, [isOver]);
  const vanished = job?.fault?.vanished;
  if (shown !== null) {
    return <AcceptVanishedDialog shown={shown} onAccept={accept} onClose={() => setShown(null)} />;
  }
  return (
    <Dialog
      title="Pull"
      onClose={onClose}
      actions={
        isUnderWay ? (
          <>
            <Button isDisabled={job === undefined} onPress={cancel} words="Cancel pull" />
            <Button slot="close" variant="primary" words="Continue in background" />
          </>
        ) : (
          <>
            {isUndone ? (
              <>
                {ledger?.connection === "sandbox" ? null : (
                  <Button
                    onPress={() => dialogs.show({ is: "connect", target: ledger === null ? "new" : "open" })}
                  >
                    Connection…
                  </Button>
                )}
                <Button slot="close" words="Close" />
                {vanished !== undefined ? (
                  <Button isDisabled={isBusy} onPress={() => setShown(vanished)}>
                    Accept that they vanished…
                  </Button>
                ) : null}
                {ledger === null ? null : (
                  <Button variant="primary" isDisabled={isBusy} onPress={() => start(full)}>
                    Pull again
                  </Button>
                )}
              </>
            ) : (
              // Nobody is done before it is said what became of signed months.
              <Button slot="close" variant="primary" isDisabled={!isOver} words="Done" />
            )}
          </>
        )
      }
    >
      <p className="quiet">
        {ledger?.connection === "sandbox" ? "From the sandbox" : "From the service"}. A pull is saved only
        when it is complete.
      </p>
      <FaultOf error={error} onTryAgain={() => start(full)} />
      {job === undefined ? null : <JobView job={job} isWhole={isOver} />}
      {isUnderWay ? null : <PullRestatements after={after} />}
    </Dialog>
  );
}

/** The pull that the dialog shows: begun with it, unless one is only looked at or something else goes on. */
function usePull(full: boolean, look: boolean) {
  const api = useApi();
  const { jobs, running, take, cancel } = useJobs();
  const [isStarting, setStarting] = useState(!look && running === null);
  const [isWanted] = useState(isStarting);
  const [error, setError] = useRefusal();
  // The one that was begun here, as soon as main says so: its news may come later. Otherwise the last one.
  const [begun, setBegun] = useState<Job | null>(null);
  const known = jobs.find(({ id, kind }) => (begun === null ? kind === "pull" : id === begun.id));
  const job = isStarting || error !== null ? undefined : (known ?? begun ?? undefined);
  const began = (started: Job) => {
    take(started);
    setBegun(started);
  };
  // One that is only looked at may have been full: asking for all again accepts no less than what was shown.
  const wasFull = useRef(full || look);
  const start = (isFull: boolean, accepted?: VanishingAcceptance) => {
    wasFull.current = isFull;
    setError(null);
    setStarting(true);
    const words = accepted === undefined ? {} : { accepted };
    api["pull.start"]({ target: null, connection: null, full: isFull, ...words })
      .then(began, setError)
      .finally(() => setStarting(false));
  };
  useOnceFor(isWanted || null, () => start(full));
  return {
    job,
    error,
    isUnderWay: isStarting || job?.state === "running",
    /** Whether anything goes on that no pull can begin beside. */
    isBusy: running !== null,
    start,
    /** The same once more, though as much vanishes as was shown. */
    accept: (accepted: VanishingAcceptance) => start(wasFull.current, accepted),
    cancel: () => {
      if (job !== undefined) void cancel(job.id);
    },
  };
}

interface AcceptVanishedDialogProps {
  /** What the refusal named. */
  readonly shown: VanishedCounts;
  readonly onAccept: (accepted: VanishingAcceptance) => void;
  readonly onClose: () => void;
}

/** Accepting that many records vanished, with a name and a reason; the pull is then made again. */
function AcceptVanishedDialog({ shown, onAccept, onClose }: AcceptVanishedDialogProps) {
  return (
    <StepDialog
      title="Accept that they vanished"
      words="Accept and pull"
      nameLabel="Accepted by"
      noteAsk="Enter a reason to accept that they vanished"
      noteLabel="Why"
      take={async (said) => onAccept({ ...said, shown })}
      done="The service is asked again, twice"
      onClose={onClose}
    >
      <p>
        The service is asked again, twice. Up to {shownWords(shown)} that it no longer lists are then kept as
        vanished: nothing of them is removed. If more are gone by then, nothing is kept. The audit trail keeps
        who accepted it, and why.
      </p>
    </StepDialog>
  );
}
