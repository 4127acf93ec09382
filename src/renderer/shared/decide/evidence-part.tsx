/**
 * `<EvidencePart subject={…} words="October 2026" />`: what is attached to a subject, and attaching more by a
 * button, by its key, or by dropping files.
 */
import { useState } from "react";
import type { FileFacts } from "../../../ipc/values.ts";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { useDropTarget } from "../../app/drop-targets.ts";
import { useFiles } from "../../app/use-files.ts";
import { showFault } from "../../app/show-fault.ts";
import { Button } from "../../ui/button.tsx";
import { EVIDENCE_ACTIONS, useActions } from "../../app/place-actions.ts";
import type { Input } from "../../../ipc/contract.ts";
import { useApi, useBridge } from "../../bridge/api-provider.tsx";
import { StepDialog } from "../months/step-dialog.tsx";
import { type Evidence, type AttachmentSubject, subjectKey } from "../../../core/review/file/attachment.ts";
import { bytesText } from "../../../core/size-text.ts";
import { openableEnding } from "../../../core/review/file/openable.ts";
import { useWrittenFile } from "../../app/use-written-file.ts";
import { showToast } from "../../ui/toast.tsx";
import { SaidBy } from "../../ui/values.tsx";

interface EvidencePartProps {
  readonly subject: EvidenceSubject;
  readonly words: string;
  /** Whether it is what its place is about: it has the key, and takes files dropped elsewhere. */
  readonly group: "Exceptions" | "Close" | null;
  /** Whether nothing more is attached to it: a match that was undone. */
  readonly isOver?: boolean;
}

export function EvidencePart({ subject, words, group, isOver = false }: EvidencePartProps) {
  const { readOnly } = useOpenLedger();
  const { evidence, error, readAgain } = useEvidence(subject);
  const { pick } = useFiles();
  const [files, setFiles] = useState<readonly FileFacts[]>([]);
  const canAttach = readOnly === null && !isOver;
  const element = useDropTarget<HTMLDivElement>(canAttach, {
    words: `attach it to ${words}`,
    isOfPlace: group !== null,
    take: setFiles,
  });
  const choose = () => {
    pick("evidence").then(setFiles, showFault);
  };
  useActions(EVIDENCE_ACTIONS, { attach: choose }, group ?? "", canAttach && group !== null);
  return (
    <div ref={element} className="stack gap-2">
      <FaultOf error={error} onTryAgain={readAgain} />
      {evidence === undefined || evidence.length === 0 ? null : <EvidenceList evidence={evidence} />}
      {evidence?.length === 0 && group !== null ? <p className="quiet">Nothing is attached.</p> : null}
      {canAttach ? (
        <p>
          <Button
            size="s"
            words="Attach evidence…"
            {...(group === null ? {} : { keys: "t", "aria-keyshortcuts": "t" })}
            onPress={choose}
          />
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <AttachDialog {...{ subject, words, files }} onClose={() => setFiles([])} />
      )}
    </div>
  );
}

type EvidenceSubject = Input<"evidence.attach">["subject"];

interface AttachDialogProps {
  readonly subject: EvidenceSubject;
  readonly words: string;
  readonly files: readonly FileFacts[];
  readonly onClose: () => void;
}

/** Files to attach: which they are, what they show, and who attaches them. */
function AttachDialog({ subject, words, files: given, onClose }: AttachDialogProps) {
  const { pick } = useFiles();
  const [files, setFiles] = useState(given);
  const add = () => {
    pick("evidence").then((more) => setFiles([...files, ...more]), showFault);
  };
  return (
    <StepDialog
      title={`Attach to ${words}`}
      words="Attach"
      nameLabel="Attached by"
      noteLabel="What it shows (optional)"
      noteHint="Evidence can be withdrawn, but never removed from the ledger."
      take={(said, api) =>
        api["evidence.attach"]({ files: files.map(({ handle }) => handle), subject, ...said })
      }
      done={files.length === 1 ? `${files[0]?.name} attached` : `${files.length} files attached`}
      onClose={onClose}
    >
      <ul className="stack gap-1 breaks" aria-label="Files to attach">
        {files.map(({ handle, name }) => (
          <li key={handle} className="row gap-2 ends">
            <bdi>{name}</bdi>
            {files.length === 1 ? null : (
              <Button
                size="s"
                variant="quiet"
                onPress={() => setFiles(files.filter((one) => one.handle !== handle))}
              >
                Leave out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p>
        <Button size="s" onPress={add} words="Add files…" />
      </p>
    </StepDialog>
  );
}

/** Evidence as a list: name, size, who attached it and when, and what can be done with it. */
function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  return (
    <ul className="stack" aria-label="Evidence">
      {evidence.map((one) => (
        <li key={one.id} className="edge-below pad-y-1">
          <Head evidence={one} />
          <SaidBy said={one} />
          {one.withdrawn === null ? null : (
            <p>
              <b>Withdrawn</b> <SaidBy said={one.withdrawn} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Head({ evidence }: { readonly evidence: Evidence }) {
  const { id, name, bytes, sha256, withdrawn } = evidence;
  const Name = withdrawn === null ? "strong" : "s";
  return (
    <p className="cluster across-2">
      <span className="breaks">
        <Name>
          <bdi>{name}</bdi>
        </Name>
      </span>
      <span className="quiet unbroken" title={`SHA-256 ${sha256}`}>
        {bytesText(bytes)}
      </span>
      <span className="tiny faint unbroken">evidence {id}</span>
      <Actions evidence={evidence} />
    </p>
  );
}

function Actions({ evidence }: { readonly evidence: Evidence }) {
  const { readOnly } = useOpenLedger();
  const { canOpen, open, save, saveWords } = useEvidenceFiles();
  const [isAsking, setAsking] = useState(false);
  const { name, withdrawn } = evidence;
  return (
    <span className="beside gap-1 to-end">
      {canOpen(evidence) ? (
        <Button size="s" aria-label={`Open ${name}`} onPress={() => void open(evidence)} words="Open" />
      ) : null}
      <Button size="s" aria-label={`${saveWords} ${name}`} onPress={() => void save(evidence)}>
        {saveWords}
      </Button>
      {readOnly === null && withdrawn === null ? (
        <Button size="s" variant="quiet" aria-label={`Withdraw ${name}…`} onPress={() => setAsking(true)}>
          Withdraw…
        </Button>
      ) : null}
      {isAsking ? <WithdrawDialog evidence={evidence} onClose={() => setAsking(false)} /> : null}
    </span>
  );
}

/** What something is attached to, as a place knows it. */
type EvidenceOf =
  | Extract<AttachmentSubject, { kind: "match" | "month" }>
  | { readonly kind: "finding"; readonly fingerprint: string };

/** `useEvidence(subject)`: what is attached to a finding, a match or a month, oldest first. */
export function useEvidence(of: EvidenceOf) {
  const { data, error, readAgain } = useAnswer("evidence.list", {});
  return {
    evidence: data?.evidence.filter(({ subject }) => subjectKey(subject) === subjectKey(of)),
    error,
    readAgain,
  };
}

/** Evidence out of the ledger again; what fails is said in passing. */
function useEvidenceFiles() {
  const api = useApi();
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const isBrowser = fetchFile !== null;
  const save = async ({ id, name }: Evidence): Promise<void> => {
    const purpose = "evidence" as const;
    const { file } = await api["files.chooseToSave"]({ purpose, suggestedName: name.slice(-200) });
    if (file === null) return;
    const written: FileFacts = await api["evidence.save"]({ id, target: file.handle });
    if (isBrowser) await get(written);
    else showToast({ tone: "good", words: `${written.name} saved` });
  };
  return {
    /** Whether the system's viewer opens it; a browser downloads every file. */
    canOpen: ({ name }: Evidence) => !isBrowser && openableEnding(name) !== null,
    open: ({ id }: Evidence) => api["evidence.open"]({ id }).catch(showFault),
    save: (evidence: Evidence) => save(evidence).catch(showFault),
    saveWords: isBrowser ? "Download" : "Save as…",
  };
}

interface WithdrawDialogProps {
  readonly evidence: Evidence;
  readonly onClose: () => void;
}

/** Asks why evidence is withdrawn before it is. */
function WithdrawDialog({ evidence: { id, name }, onClose }: WithdrawDialogProps) {
  return (
    <StepDialog
      title={`Withdraw evidence ${id}`}
      words="Withdraw"
      nameLabel="Withdrawn by"
      noteAsk="Enter a reason to withdraw evidence"
      noteLabel="Why"
      take={(said, api) => api["evidence.withdraw"]({ id, ...said })}
      done={`Evidence ${id} withdrawn`}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> no longer counts as evidence. The ledger and its audit trail keep the file, and your
        reason.
      </p>
    </StepDialog>
  );
}
