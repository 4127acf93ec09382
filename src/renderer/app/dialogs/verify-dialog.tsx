/** Proves the ledger, from the file to the last link of its audit trail, and lists what does not hold. */
import { useState } from "react";
import { ProofResult, useLedgerProof } from "../../features/history/proof-result.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FaultOf } from "../providers.tsx";
import { JobView } from "../job-view.tsx";
import { useOnceFor } from "../../ui/use-steady.ts";

export function VerifyDialog({ look, onClose }: { readonly look: boolean; readonly onClose: () => void }) {
  const { job, isBusy, error, start, cancel } = useLedgerProof();
  const [isWanted] = useState(!look && !isBusy);
  useOnceFor(isWanted || null, start);
  return (
    <Dialog
      title="Verify ledger"
      onClose={onClose}
      actions={
        job?.state === "running" ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <>
            <Button isDisabled={isBusy} onPress={start} words="Verify again" />
            <Button slot="close" variant="primary" words="Done" />
          </>
        )
      }
    >
      <p className="quiet">
        Checks the whole file: its structure, every stored response, every record, and the audit trail from
        first link to last.
      </p>
      <FaultOf error={error} onTryAgain={start} />
      {job === undefined ? null : <JobView job={job} />}
      {job?.result?.is === "verified" ? <ProofResult result={job.result} /> : null}
    </Dialog>
  );
}
