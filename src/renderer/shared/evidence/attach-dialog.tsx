/** Files to attach: which they are, what they show, and who attaches them. */
import { useState } from "react";
import type { Input } from "../../../ipc/contract.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useFiles } from "../../app/ledger/use-files.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StepButtons, StepFields } from "../months/step-fields.tsx";
import { useStep } from "../months/use-step.ts";

export type EvidenceSubject = Input<"evidence.attach">["subject"];

interface AttachDialogProps {
  readonly subject: EvidenceSubject;
  /** What they are attached to, e.g. `October 2026`. */
  readonly words: string;
  readonly files: readonly FileFacts[];
  readonly onClose: () => void;
}

export function AttachDialog({ subject, words, files: given, onClose }: AttachDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { pick } = useFiles();
  const [files, setFiles] = useState(given);
  const form = useStep({
    name: preferences.reviewer,
    noteAsk: null,
    nameAsk: "Enter your name to attach evidence",
    take: ({ by, note }) =>
      api["evidence.attach"]({ files: files.map(({ handle }) => handle), subject, note, by }),
    done: files.length === 1 ? `${files[0]?.name} attached` : `${files.length} files attached`,
    onDone: onClose,
  });
  const add = () => {
    pick("evidence").then((more) => setFiles([...files, ...more]), showFault);
  };
  return (
    <Dialog
      title={`Attach to ${words}`}
      onClose={onClose}
      actions={<StepButtons form={form} words="Attach" onClose={onClose} />}
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
        <Button size="s" onPress={add}>
          Add files…
        </Button>
      </p>
      <StepFields
        form={form}
        nameLabel="Attached by"
        noteLabel="What it shows (optional)"
        noteHint="Evidence can be withdrawn, but never removed from the ledger."
      />
    </Dialog>
  );
}
