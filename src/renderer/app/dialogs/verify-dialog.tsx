/** Proves the ledger whole, from the file to the last link of its audit trail, and lists what does not hold. */
import { useEffect, useRef, useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useApi } from "../api-provider.tsx";
import { FaultOf } from "../fault-of.tsx";
import { JobView } from "../job-view.tsx";
import { useJobs } from "../jobs-provider.tsx";
import "./verify-dialog.css";

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
      {job?.result?.is === "verified" ? <Proof result={job.result} /> : null}
    </Dialog>
  );
}

function Proof({ result }: { readonly result: Extract<JobResult, { readonly is: "verified" }> }) {
  return (
    <>
      {result.problems.length === 0 ? null : (
        <ul className="proof-problems" aria-label="What does not hold">
          {result.problems.map(({ code, sentence, where }) => (
            <li key={`${code} ${where ?? ""} ${sentence}`}>
              <span>{sentence}</span> {where === null ? null : <span className="quiet">{where}</span>}{" "}
              <code className="fault-code">{code}</code>
            </li>
          ))}
        </ul>
      )}
      <dl className="proof-facts">
        {result.facts.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{formatAmount(count)}</dd>
          </div>
        ))}
        <div>
          <dt>Head of the audit trail</dt>
          <dd>
            <code>{result.head}</code>
          </dd>
        </div>
      </dl>
    </>
  );
}
