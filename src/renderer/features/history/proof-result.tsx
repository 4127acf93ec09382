/** What a proof of the ledger came to: what does not hold, what was looked at, and the head to keep. */
import type { ErrorCode } from "../../../core/error-codes.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatAmount } from "../../../core/money.ts";
import { capitalised } from "../../../core/sentence.ts";
import { proofFactWords } from "../../../core/words/proof.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import { CopyButton } from "../../shared/decide/copy-button.tsx";
import { useApi } from "../../bridge/api-provider.tsx";
import { useAuditShown } from "../../app/providers.tsx";
import { useStartedJob } from "../../app/use-started-job.ts";

export function ProofResult({
  result,
}: {
  readonly result: Extract<JobResult, { readonly is: "verified" }>;
}) {
  const { problems, facts, notes, head } = result;
  const isAuditShown = useAuditShown();
  return (
    <>
      {problems.length === 0 ? null : (
        <ul className="stack gap-1" aria-label="Problems found">
          {problems.map(({ code, sentence, where }) => (
            <li key={`${code} ${where ?? ""} ${sentence}`} className="note tone-error pad-y-1">
              <span>{sentence}</span> {where === null ? null : <span className="quiet">{where}</span>}{" "}
              <code className="fault-code">{code}</code>
              <p className="quiet">{MEANINGS[code as ErrorCode]}</p>
            </li>
          ))}
        </ul>
      )}
      <Facts
        look="tiles"
        facts={facts.map((fact) => [capitalised(proofFactWords(fact)), formatAmount(fact.count)] as const)}
      />
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}.
        </p>
      ))}
      {isAuditShown ? (
        <div>
          <p>
            Head of the audit trail{" "}
            <span className="quiet">
              Keep a copy elsewhere. It later proves that no earlier link was removed or rewritten.
            </span>
          </p>
          <p className="cluster across-2">
            <code className="breaks">{head}</code>
            <CopyButton text={head} label="Copy the head of the audit trail" />
          </p>
        </div>
      ) : null}
    </>
  );
}

/** What it means that something does not hold, for people who do not know hashes. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  LEDGER_CORRUPT: "A disk or a program damaged the file. Restore a backup, then pull again.",
  AUDIT_MISMATCH: "The file is not what Tieout wrote. Something else changed, added or removed records.",
  AUDIT_BROKEN: "The audit trail was changed. Earlier links still hold. Later links prove nothing.",
  AUDIT_TRUNCATED: "Links are missing from the end of the trail, or an older copy replaced the ledger.",
};

export function useLedgerProof() {
  const api = useApi();
  const { start, ...work } = useStartedJob("verify");
  return { ...work, start: () => start(() => api["ledger.verify"]({})) };
}
