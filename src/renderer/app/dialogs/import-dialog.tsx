/** Saved responses: what each file holds is guessed and can be corrected; all are imported together, or none. */
import type { Answer, ImportKind } from "../../../ipc/contract.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Table } from "../../ui/table.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { NAME_LIMIT, hasWords } from "../../../core/review/decisions/note-rules.ts";
import { useApi, useBridge } from "../../bridge/api-provider.tsx";
import { FaultOf, useLedger } from "../providers.tsx";
import { pulledBy } from "../job-words.ts";
import { JobView } from "../job-view.tsx";
import { useStartedJob } from "../use-started-job.ts";
import { RestatementsOfPull } from "../../shared/restatements/restatement-banner.tsx";
import { useOnceFor } from "../../ui/use-steady.ts";
import { newLedger } from "../new-ledger.ts";
import { bytesText } from "../../../core/size-text.ts";
import { useFiles } from "../use-files.ts";

/** A file as main looked at it; `kind` is null where that cannot be told, or where it is left out. */
export type FileToImport = Answer<"import.look">["files"][number];

const KIND_CHOICES: readonly { readonly id: ImportKind | "none"; readonly label: string }[] = [
  { id: "wallet", label: "Wallet history" },
  { id: "transactions", label: "Transactions" },
  { id: "user", label: "User" },
  { id: "business", label: "Business" },
  { id: "none", label: "Leave out" },
];

/** The files known so far and more; one of the same name and place is there once, as it was corrected. */
export function withFiles(
  known: readonly FileToImport[],
  more: readonly FileToImport[],
): readonly FileToImport[] {
  const isKnown = ({ name, where, bytes }: FileToImport) =>
    known.some((file) => file.name === name && file.where === where && file.bytes === bytes);
  return [...known, ...more.filter((file) => !isKnown(file))];
}

export function withKind(
  files: readonly FileToImport[],
  handle: string,
  kind: ImportKind | null,
): readonly FileToImport[] {
  return files.map((file) => (file.handle === handle ? { ...file, kind } : file));
}

export function chosenFiles(
  files: readonly FileToImport[],
): readonly { readonly file: string; readonly kind: ImportKind }[] {
  return files.flatMap(({ handle, kind }) => (kind === null ? [] : [{ file: handle, kind }]));
}

/** Why these files cannot be imported as they are, in one sentence; null when they can. */
export function importFault(files: readonly FileToImport[]): string | null {
  const chosen = chosenFiles(files);
  if (chosen.length === 0) {
    const isHopeless = files.length > 0 && files.every(({ problem }) => problem !== null);
    return isHopeless ? "No file can be imported." : "Choose the content of at least one file.";
  }
  const users = chosen.filter(({ kind }) => kind === "user").length;
  return users > 1 ? "Only one file can hold the user." : null;
}

interface ImportDialogProps {
  readonly files: readonly FileFacts[];
  readonly onClose: () => void;
}

export function ImportDialog({ files: given, onClose }: ImportDialogProps) {
  const { files, error: unread, add, setFiles } = useLookedAt(given);
  const { pick } = useFiles();
  const ledger = useLedger();
  const canExtend = ledger !== null && ledger.readOnly === null;
  /** The key of the ledger that takes them in; null for a new one. */
  const [extended, setExtended] = useState(canExtend ? ledger.key : null);
  const target = extended === null ? "new" : "open";
  const isOfOther = extended !== null && extended !== ledger?.key;
  // Another ledger takes in nothing that was meant for this one.
  useOnceFor(isOfOther || null, onClose);
  const [providedBy, setProvidedBy] = useState("");
  const { job, error, start, cancel, isBusy } = useImport(providedBy);
  const fault = importFault(files);
  const isPreviewed = job?.result?.is === "previewed";
  const isDone = job?.state === "done" && !isPreviewed;
  if (isOfOther) return null;
  return (
    <Dialog
      title="Import saved responses"
      size="l"
      onClose={onClose}
      actions={
        job?.state === "running" ? (
          <Button onPress={cancel}>Cancel import</Button>
        ) : (
          <>
            <Button slot="close" variant={isDone ? "primary" : "plain"} words={isDone ? "Done" : "Cancel"} />
            {isDone || isPreviewed || target === "new" ? null : (
              <Button
                isDisabled={isBusy || fault !== null}
                onPress={() => start(target, chosenFiles(files), "preview")}
              >
                Preview
              </Button>
            )}
            {isDone ? null : (
              <Button
                variant="primary"
                isDisabled={isBusy || fault !== null}
                onPress={() => start(target, chosenFiles(files), isPreviewed ? undefined : "careful")}
              >
                {target === "new" ? "Import into a new ledger…" : isPreviewed ? "Import it" : "Import"}
              </Button>
            )}
          </>
        )
      }
    >
      {job === undefined || job.state === "failed" || job.state === "cancelled" ? (
        <>
          <p className="quiet">
            Responses saved from the service: each whole, or only its list of records. All files are imported
            as one pull.
          </p>
          <FileTable files={files} onChange={setFiles} />
          <div className="row gap-3">
            <Button size="s" onPress={() => add(pick("answers"))} words="Add files…" />
            {fault === null ? null : <span className="quiet">{fault}</span>}
          </div>
          <TextField
            label="Provided by (optional)"
            value={providedBy}
            onChange={setProvidedBy}
            maxLength={NAME_LIMIT}
            hint="Who gave you the files, and how. Sheet Audit shows it."
          />
          {canExtend ? (
            <SelectField
              label="Import into"
              value={target}
              onChange={(into) => setExtended(into === "open" ? ledger.key : null)}
              options={[
                { id: "open", label: ledger.name },
                { id: "new", label: "A new ledger" },
              ]}
            />
          ) : null}
        </>
      ) : null}
      <FaultOf error={unread} />
      <FaultOf error={error} />
      {job === undefined ? null : <JobView job={job} />}
      {canExtend && target === "open" ? <RestatementsOfPull pullId={pulledBy(job)} /> : null}
    </Dialog>
  );
}

function useLookedAt(given: readonly FileFacts[]) {
  const api = useApi();
  const [files, setFiles] = useState<readonly FileToImport[]>([]);
  // Of files that nobody imports any more nothing is said.
  const [error, setError] = useState<unknown>(null);
  const look = async (more: readonly FileFacts[]) => {
    // Whoever chooses none still has those that could not be looked at.
    if (more.length === 0) return;
    setError(null);
    const looked = await api["import.look"]({ files: more.map(({ handle }) => handle) });
    setFiles((known) => withFiles(known, looked.files));
  };
  const add = (more: Promise<readonly FileFacts[]>) => void more.then(look).catch(setError);
  // Files dropped while the dialog is open come as another list.
  useOnceFor(given, (dropped) => add(Promise.resolve(dropped)));
  return { files, error, add, setFiles };
}

type ImportMode = "careful" | "preview";

function useImport(providedBy: string) {
  const api = useApi();
  const { start, ...job } = useStartedJob();
  const begin = async (
    target: "open" | "new",
    files: ReturnType<typeof chosenFiles>,
    mode: ImportMode | undefined,
  ) => {
    const handle = target === "open" ? null : await newLedger(api);
    if (target === "new" && handle === null) return null;
    const provider = hasWords(providedBy) ? { providedBy } : {};
    return api["import.start"]({ mode, target: handle, files: [...files], ...provider });
  };
  return {
    ...job,
    /** @param mode left out, the files are imported whatever comes of it */
    start: (target: "open" | "new", files: ReturnType<typeof chosenFiles>, mode?: ImportMode) =>
      start(() => begin(target, files, mode)),
  };
}

function FileTable({
  files,
  onChange,
}: {
  readonly files: readonly FileToImport[];
  readonly onChange: (files: readonly FileToImport[]) => void;
}) {
  // Where a browser's host laid them down tells nobody where they came from.
  const isHandedOver = useBridge().picks === "page";
  return (
    <Table
      caption="Files to import"
      rows={files}
      rowKey={({ handle }) => handle}
      columns={[
        {
          title: "File",
          className: "breaks",
          cell: ({ name, where, problem }) => (
            <>
              {name} {isHandedOver ? null : <span className="quiet">{where}</span>}
              {problem === null ? null : <p className="tone-error">{problem}.</p>}
            </>
          ),
        },
        { title: "Size", isNumber: true, className: "quiet", cell: ({ bytes }) => bytesText(bytes) },
        {
          title: "Content",
          width: "190px",
          cell: ({ handle, name, kind }) => (
            <SelectField
              label={`Content of ${name}`}
              isLabelHidden
              value={kind ?? "none"}
              options={KIND_CHOICES}
              onChange={(id) => onChange(withKind(files, handle, id === "none" ? null : id))}
            />
          ),
        },
      ]}
    />
  );
}
