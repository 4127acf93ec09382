/** Compares a workbook with the ledger: whether it is as exported, and every cell edited since. */
import { besidesWords, verdictWords } from "../../../core/report/workbook-verdict.ts";
import { formatAmount } from "../../../core/money.ts";
import type { Edit, WorkbookReport } from "../../../core/report/edits.ts";
import type { Job, JobKind } from "../../../ipc/jobs.ts";
import { copiedText } from "../../grid/copy-table.ts";
import { whenText } from "../../ui/values.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useAuditShown, useDialogs, useOpenLedger, FaultOf } from "../providers.tsx";
import { useCommands } from "../use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/table.tsx";
import { CopyButton } from "../../shared/decide/copy-button.tsx";
import { LinkHash } from "../../shared/record/link-hash.tsx";
import { useSeenEnd } from "../jobs-provider.tsx";
import { useOnceFor } from "../../ui/use-steady.ts";
import { useStartedJob } from "../use-started-job.ts";
import { JobView } from "../job-view.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { Sign } from "../../ui/marks.tsx";
import { useFirst } from "../../ui/show-more.tsx";
import { Sentences } from "../../ui/sentences.tsx";

/** What was done to a cell, as a person would say it. */
const EDIT_WORDS: Readonly<Record<Edit["kind"], string>> = {
  value: "typed over",
  formula: "another formula",
  "overwritten-formula": "a value in place of a formula",
  result: "a result that its formula does not give",
  added: "added",
  "missing-sheet": "the sheet is gone",
  "added-sheet": "the sheet was added",
  "moved-sheets": "sheets in another order",
  hidden: "hidden",
  format: "another number format",
  attached: "added to the workbook",
  link: "leads to another place",
  setting: "another setting of the workbook",
  "inserted-rows": "rows inserted",
  "deleted-rows": "rows deleted",
};

/** The edits as a table to paste; a text that a spreadsheet would work out begins with an apostrophe. */
export function editsTable(edits: readonly Edit[]): string {
  const rows = edits.map(({ sheet, cell, what, kind, exported, found }) => [
    sheet,
    cell,
    what ?? "",
    EDIT_WORDS[kind],
    exported,
    found,
  ]);
  return [["Sheet", "Cell", "What", "How", "Exported", "Found"], ...rows]
    .map((row) => row.map(copiedText).join("\t"))
    .join("\r\n");
}

interface WorkbookProofDialogProps {
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
          <Button isDisabled={isBusy} onPress={commands.verifyWorkbook} words="Another workbook…" />
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

function Verdict({ verdict }: { readonly verdict: WorkbookReport }) {
  const { settings } = useOpenLedger();
  const isAuditShown = useAuditShown();
  const { holds, period, run, sequence, head, notes } = verdict;
  return (
    <>
      <p className="serif large">
        <Sign tone={holds ? "good" : "error"}>{holds ? "√" : "×"}</Sign>{" "}
        {verdictWords(verdict, whenText(verdict.exportedAtMs, settings.timeZone, true))}
      </p>
      <Sentences className="quiet" of={[...besidesWords(verdict), ...notes]} />
      {verdict.edits.length === 0 ? null : <Edits edits={verdict.edits} count={verdict.editCount} />}
      <Facts
        look="wide"
        facts={[
          [
            "Shows",
            `run ${formatAmount(run)}, ${period === null ? "the whole history" : `${period.from} to ${period.to}`}`,
          ],
          [
            `Link ${formatAmount(sequence)} of the audit trail`,
            isAuditShown ? <LinkHash key="head" hash={head} sequence={sequence} /> : null,
          ],
        ]}
      />
    </>
  );
}

function Edits({ edits, count }: { readonly edits: readonly Edit[]; readonly count: number }) {
  const [first, more] = useFirst(edits, 200);
  return (
    <section className="stack gap-2" aria-label="Edited cells">
      <div className="row ends">
        <h3>Edited cells</h3>
        <CopyButton text={editsTable(edits)} label="Copy the edits as a table" />
      </div>
      <Table
        look="dense"
        caption="Edited cells"
        rows={first}
        rowKey={({ sheet, cell, kind }) => `${sheet} ${cell} ${kind}`}
        columns={[
          { title: "Sheet", isRowHeader: true, cell: ({ sheet }) => sheet },
          { title: "Cell", className: "strong", cell: ({ cell }) => <code>{cell}</code> },
          { title: "What", className: "breaks", width: "22%", cell: ({ what }) => what },
          { title: "How", cell: ({ kind }) => EDIT_WORDS[kind] },
          {
            title: "Exported",
            className: "breaks",
            width: "20%",
            cell: ({ exported }) => <Value text={exported} />,
          },
          {
            title: "Found",
            className: "breaks",
            width: "20%",
            tone: "error",
            cell: ({ found }) => <Value text={found} />,
          },
        ]}
      />
      {more}
      {count > edits.length ? (
        <p className="quiet">{`The first ${formatAmount(edits.length)} of ${formatAmount(count)} edits.`}</p>
      ) : null}
    </section>
  );
}

function Value({ text }: { readonly text: string }) {
  return text === "" ? <span className="quiet">empty</span> : <bdi>{text}</bdi>;
}

/**
 * Begins the work once on the file, as soon as it is shown.
 *
 * @param file null only looks at how the last of its kind went
 */
export function useFileJob(
  kind: JobKind,
  file: FileFacts | null,
  begin: (input: { readonly file: string }) => Promise<Job>,
) {
  const work = useStartedJob(file === null ? kind : undefined);
  const start = ({ handle }: FileFacts) => work.start(() => begin({ file: handle }));
  // Another one may be dropped on the window while the dialog is open.
  useOnceFor(file, start);
  return { ...work, start };
}

// What reads a workbook for a dialog: its name, how far it is, why it could not be read, and what came of it.

interface WorkbookJobDialogProps extends DialogProps {
  readonly file: FileFacts | null;
  readonly work: ReturnType<typeof useFileJob>;
  readonly isRead: boolean;
}

export function WorkbookJobDialog(props: WorkbookJobDialogProps) {
  const { file, work, isRead, actions, children, ...dialog } = props;
  const { job, error, start, cancel } = work;
  useSeenEnd(job);
  return (
    <Dialog
      {...dialog}
      size="l"
      actions={
        job?.state === "running" ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <>
            {actions}
            <Button slot="close" variant="primary" words="Done" />
          </>
        )
      }
    >
      {file === null ? null : (
        <p className="breaks">
          <b>{file.name}</b>
        </p>
      )}
      <FaultOf error={error} {...(file === null ? {} : { onTryAgain: () => start(file) })} />
      {job === undefined || isRead ? null : <JobView job={job} />}
      {children}
    </Dialog>
  );
}
