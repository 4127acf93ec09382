/**
 * `<EvidencePart subject={…} words="October 2026" />`: what is attached to a subject, and attaching more by a
 * button, by its key, or by dropping files.
 */
import { useState } from "react";
import type { FileFacts } from "../../../ipc/values.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { useDropTarget } from "../../app/ledger/drop-targets.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useFiles } from "../../app/ledger/use-files.ts";
import { showFault } from "../../app/show-fault.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { type EvidenceSubject, AttachDialog } from "./attach-dialog.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { useEvidence } from "./use-evidence.ts";

interface EvidencePartProps {
  readonly subject: EvidenceSubject;
  /** What it is, e.g. `October 2026`. */
  readonly words: string;
  /** Whether it is what its place is about: it has the key, and takes files dropped elsewhere. */
  readonly group: "Exceptions" | "Close" | null;
  /** Whether nothing more is attached to it: a match that was undone. */
  readonly isOver?: boolean;
}

export function EvidencePart({ subject, words, group, isOver = false }: EvidencePartProps) {
  const { readOnly } = useOpenLedger();
  const { evidence, error, retry } = useEvidence(subject);
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
  useKeys(
    { t: { does: "Attach evidence…", run: choose } },
    { group: group ?? "", enabled: canAttach && group !== null },
  );
  return (
    <div ref={element} className="stack gap-2">
      {error === null ? null : <FaultOf error={error} onTryAgain={retry} />}
      {evidence === undefined || evidence.length === 0 ? null : <EvidenceList evidence={evidence} />}
      {evidence?.length === 0 && group !== null ? <p className="quiet">Nothing is attached.</p> : null}
      {canAttach ? (
        <p>
          <Button size="s" {...(group === null ? {} : { "aria-keyshortcuts": "t" })} onPress={choose}>
            Attach evidence…
            {group === null ? null : <Kbd keys="t" />}
          </Button>
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <AttachDialog {...{ subject, words, files }} onClose={() => setFiles([])} />
      )}
    </div>
  );
}
