/** Verifying the trail in its own place: how far it is, and what came out, until it is verified again. */
import { FaultOf } from "../../app/fault-of.tsx";
import { JobView } from "../../app/jobs/job-view.tsx";
import { jobEnd } from "../../app/jobs/job-words.ts";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { When } from "../../ui/values/when.tsx";
import { ProofResult } from "./proof-result.tsx";
import { useLedgerProof } from "./use-ledger-proof.ts";

export function TrailProof() {
  const { job, isBusy, error, start, cancel } = useLedgerProof();
  useKeys({ v: { does: "Verify ledger", run: () => !isBusy && start() } }, { group: "Activity" });
  return (
    <section className="stack gap-3 trail-proof" aria-labelledby="trail-title">
      <div className="trail-head">
        <h2 id="trail-title">Is the ledger intact?</h2>
        <p className="quiet">
          Checks every link, record and stored response. Re-performs every signed month from what the service
          sent.
        </p>
        {job?.state === "running" ? (
          <Button onPress={() => void cancel(job.id)}>Cancel</Button>
        ) : (
          <Button variant="primary" isDisabled={isBusy} aria-keyshortcuts="v" onPress={start}>
            {job === undefined ? "Verify ledger" : "Verify again"}
          </Button>
        )}
      </div>
      {error === null ? null : <FaultOf error={error} onTryAgain={start} />}
      {job === undefined || job.state === "done" ? null : <JobView job={job} />}
      {job?.result?.is === "verified" ? (
        <>
          <p className="serif job-end">{jobEnd(job)?.sentence}</p>
          {job.endedAtMs === null ? null : (
            <p className="quiet">
              As of <When atMs={job.endedAtMs} time />. Later activity is not covered.
            </p>
          )}
          <ProofResult result={job.result} />
        </>
      ) : null}
    </section>
  );
}
