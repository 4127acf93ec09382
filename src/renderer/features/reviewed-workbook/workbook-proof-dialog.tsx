/**
 * Compares a workbook with the ledger: whether it is as it was exported, and every cell that was edited
 * since.
 */
import { Facts } from "../../ui/layout/facts.tsx";
import { useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import type { EditedCell, WorkbookVerdict } from "../../../ipc/jobs.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { CopyButton } from "../../shared/decide/copy-button.tsx";
import { LinkHash } from "../../shared/trail/link-hash.tsx";
import { useFileJob } from "./use-file-job.ts";
import { WorkbookJobDialog } from "./workbook-job-dialog.tsx";
import { EDIT_WORDS, besidesWords, editsTable, moreWords, verdictWords } from "./workbook-words.ts";
import "./reviewed-workbook.css";

interface WorkbookProofDialogProps {
  /** null shows how the last one stood. */
  readonly file: FileFacts | null;
  readonly onClose: () => void;
}

export function WorkbookProofDialog({ file, onClose }: WorkbookProofDialogProps) {
  const api = useApi();
  const dialogs = useDialogs();
  const commands = useCommands();
  const work = useFileJob("verify-workbook", file, api["workbook.verify"]);
  const { job, isBusy } = work;
  const verdict = job?.result?.is === "workbook-verified" ? job.result : null;
  return (
    <WorkbookJobDialog
      title="Compare a workbook with this ledger"
      {...{ file, work, onClose }}
      isRead={verdict !== null}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={commands.verifyWorkbook}>
            Another workbook…
          </Button>
          {file === null || verdict === null || verdict.filledIn === 0 ? null : (
            <Button isDisabled={isBusy} onPress={() => dialogs.show({ is: "reviewed-workbook", file })}>
              Import review…
            </Button>
          )}
        </>
      }
    >
      {verdict === null ? null : <Verdict verdict={verdict} />}
    </WorkbookJobDialog>
  );
}

function Verdict({ verdict }: { readonly verdict: WorkbookVerdict }) {
  const { settings } = useOpenLedger();
  const { holds, period, run, sequence, head, notes } = verdict;
  return (
    <>
      <p className="serif large">
        <span className={holds ? "tone-good" : "tone-error"} aria-hidden="true">
          {holds ? "√" : "×"}
        </span>{" "}
        {verdictWords(verdict, settings.timeZone)}
      </p>
      <ul className="quiet">
        {[...besidesWords(verdict), ...notes].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {verdict.edits.length === 0 ? null : <Edits edits={verdict.edits} count={verdict.editCount} />}
      <Facts
        look="ends"
        facts={[
          [
            "Shows",
            `run ${formatAmount(run)}, ${period === null ? "the whole history" : `${period.from} to ${period.to}`}`,
          ],
          [
            `Link ${formatAmount(sequence)} of the audit trail`,
            <LinkHash key="head" hash={head} sequence={sequence} />,
          ],
        ]}
      />
    </>
  );
}

/** How many are drawn at first, and more of them each time. */
const PAGE = 200;

function Edits({ edits, count }: { readonly edits: readonly EditedCell[]; readonly count: number }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <section className="stack gap-2" aria-label="Edited cells">
      <div className="row ends">
        <h3>Edited cells</h3>
        <CopyButton text={editsTable(edits)} label="Copy the edits as a table" />
      </div>
      <Table
        look="dense"
        caption="Edited cells"
        rows={edits.slice(0, shown)}
        rowKey={({ sheet, cell, kind }) => `${sheet} ${cell} ${kind}`}
        columns={[
          { title: "Sheet", isRowHeader: true, cell: ({ sheet }) => sheet },
          { title: "Cell", className: "strong returned-cell", cell: ({ cell }) => cell },
          { title: "What", className: "returned-what", cell: ({ what }) => what },
          { title: "How", cell: ({ kind }) => EDIT_WORDS[kind] },
          {
            title: "Exported",
            className: "returned-value",
            cell: ({ exported }) => <Value text={exported} />,
          },
          {
            title: "Found",
            className: "returned-value",
            tone: "error",
            cell: ({ found }) => <Value text={found} />,
          },
        ]}
      />
      {edits.length > shown ? (
        <p>
          <Button size="s" onPress={() => setShown(shown + PAGE)}>
            Show more
          </Button>
        </p>
      ) : null}
      {count > edits.length ? <p className="quiet">{moreWords(edits.length, count)}</p> : null}
    </section>
  );
}

function Value({ text }: { readonly text: string }) {
  return text === "" ? <span className="quiet">empty</span> : <bdi>{text}</bdi>;
}
