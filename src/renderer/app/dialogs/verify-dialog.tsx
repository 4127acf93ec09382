/** Proves the ledger whole, from the file to the last link of its audit trail, and lists what does not hold. */
import { useEffect, useRef, useState } from "react";
import { ProofResult } from "../../features/activity/proof-result.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useApi } from "../api-provider.tsx";
import { FaultOf } from "../fault-of.tsx";
import { JobView } from "../job-view.tsx";
import { useJobs } from "../jobs-provider.tsx";

export function VerifyDialog({ look, onClose }: { readonly look: boolean; readonly onClose: () => void }) {
  const api = useApi();
  const { jobs, running, take, cancel } = useJobs();
  const [error, setError] = useState<unknown>(null);
  const job = jobs.find(({ kind }) => kind === "verify");
  const start = () => {
    setError(null);
    api["ledger.verify"]({}).then(take, setError);
  };
  const isAsked = useRef(look || running !== null);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    start();
  });
  return (
    <Dialog
      title="Verify the ledger"
      onClose={onClose}
      actions={
        job?.state === "running" ? (
          <Button onPress={() => void cancel(job.id)}>Cancel</Button>
        ) : (
          <>
            <Button isDisabled={running !== null} onPress={start}>
              Verify again
            </Button>
            <Button variant="primary" onPress={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      <p className="quiet">
        Reads the whole file: its structure, every answer against its hash, every record against what was
        written, and the audit trail from first to last link.
      </p>
      {error === null ? null : <FaultOf error={error} onTryAgain={start} />}
      {job === undefined ? null : <JobView job={job} />}
      {job?.result?.is === "verified" ? <ProofResult result={job.result} /> : null}
    </Dialog>
  );
}
