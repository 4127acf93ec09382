/**
 * The last close of all clients: how far each ledger is, what was done for it, its errors, and the totals.
 */
import { closingTotals } from "../../../core/review/clients/closing-words.ts";
import type { Job, JobLedger } from "../../../ipc/jobs.ts";
import { FaultOfJob } from "../../app/fault-of.tsx";
import { stepCounts } from "../../app/jobs/job-words.ts";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useWrittenFile } from "../../app/jobs/use-written-file.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/layout/part.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { FaultWords } from "./client-table.tsx";
import { clientName } from "./client-words.ts";

export function ClosingProgress({ job }: { readonly job: Job }) {
  const { cancel, dismiss } = useJobs();
  const { label, get } = useWrittenFile();
  const step = job.steps.at(-1);
  const closed = job.result?.is === "closed" ? job.result : null;
  return (
    <Section
      title="Close all"
      level={2}
      aside={
        job.state === "running" ? (
          <Button size="s" onPress={() => void cancel(job.id)}>
            Cancel close
          </Button>
        ) : (
          <span className="wrap gap-2">
            {closed === null ? null : (
              <Button size="s" icon="folder" onPress={() => void get(closed.folder)}>
                {label === "Download" ? "Download workbooks" : label}
              </Button>
            )}
            <Button size="s" variant="quiet" onPress={() => dismiss(job.id)}>
              Dismiss result
            </Button>
          </span>
        )
      }
    >
      {job.state === "running" ? (
        <ProgressBar done={step?.done ?? 0} total={step?.total ?? null} label="Closing all clients" />
      ) : null}
      <output className="medium">{endWords(job)}</output>
      {job.state === "failed" && job.fault !== null ? <FaultOfJob fault={job.fault} /> : null}
      <div className="scrolls closing-lines" {...BY_KEYS}>
        <ol aria-label="Ledgers">
          {(job.ledgers ?? []).map((ledger) => (
            <LedgerLine key={ledger.name} ledger={ledger} isOver={job.state !== "running"} />
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** What scrolls can be come to by Tab. */
const BY_KEYS = { tabIndex: 0, role: "group", "aria-label": "Each ledger's result" } as const;

/** The totals; of one that was cancelled what stays. */
function endWords({ state, result }: Job): string {
  if (result?.is === "closed") return closingTotals(result.totals);
  return state === "cancelled" ? "Cancelled. What was done before is kept." : "";
}

function LedgerLine({
  ledger: { name, step, done },
  isOver,
}: {
  readonly ledger: JobLedger;
  readonly isOver: boolean;
}) {
  const sign = done === null ? "…" : done.fault !== null ? "×" : done.undecidedErrors === 0 ? "✓" : "!";
  const tone =
    done === null ? "quiet" : done.fault !== null ? "error" : done.undecidedErrors === 0 ? "good" : "warning";
  return (
    <li className="row baseline gap-2 edge-below closing-line">
      <span className={`sign strong tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <strong className="strong rigid closing-name">{clientName(name)}</strong>
      <span className="fill breaks">
        {done === null ? (
          <span className="quiet">
            {isOver ? "Not done" : step === null ? "Waiting" : `${step.phase} ${stepCounts(step)}`}
          </span>
        ) : (
          done.words
        )}
        {done === null || done.fault === null ? null : (
          <>
            {done.words === "" ? null : " "}
            <FaultWords fault={done.fault} />
          </>
        )}
      </span>
    </li>
  );
}
