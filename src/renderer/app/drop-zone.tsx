/**
 * Files dropped anywhere on the window: a ledger is opened, a workbook is taken back, saved responses are
 * imported, and others are attached as evidence where a place takes some.
 */
import { useSteady } from "../ui/use-steady.ts";
import { useEffect, useState } from "react";
import { useDialogs, useLedger } from "./providers.tsx";
import type { FileFacts } from "../../ipc/values.ts";
import { useOpening } from "./opening-provider.tsx";
import { showFault } from "./show-fault.ts";
import { targetAt, targetOfPlace } from "./drop-targets.ts";
import { useFiles } from "./use-files.ts";
import { warn } from "../ui/toast.tsx";

export function DropZone() {
  const [isOver, setOver] = useState(false);
  const dialogs = useDialogs();
  const { open } = useOpening();
  const { take } = useFiles();
  const hasLedger = useLedger() !== null;
  const takeWorkbook = (file: FileFacts) => {
    if (hasLedger) dialogs.show({ is: "reviewed-workbook", file });
    else warn("First open the ledger that the workbook was exported from");
  };
  const receive = async (dropped: readonly File[], place: EventTarget | null) => {
    try {
      const files = await take(dropped);
      const [first] = files;
      if (first === undefined) return;
      const name = first.name.toLowerCase();
      const target = targetAt(place) ?? (OURS.test(name) ? null : targetOfPlace());
      if (target !== null) target.take(files);
      else if (name.endsWith(".tieout")) await open(first);
      else if (name.endsWith(".xlsx")) takeWorkbook(first);
      else dialogs.show({ is: "import", files });
    } catch (error) {
      showFault(error);
    }
  };
  const receiving = useSteady(receive);
  useEffect(() => listenToDrops(setOver, (files, place) => void receiving(files, place)), [receiving]);
  if (!isOver) return null;
  const other = targetOfPlace();
  return (
    <div className="row centred pad-5 drop-zone" aria-hidden="true">
      <p className="title raised">
        Drop saved responses to import them, a ledger to open it, or a reviewed workbook to import its review
        {other === null ? null : `. Drop any other file to ${other.words}`}
      </p>
    </div>
  );
}

/** What is not evidence, unless it is dropped on what takes evidence. */
const OURS = /\.(?:tieout|xlsx|json)$/u;

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

function listenToDrops(
  over: (isOver: boolean) => void,
  drop: (files: readonly File[], place: EventTarget | null) => void,
): () => void {
  // Each element under the pointer is entered before the one before is left.
  let depth = 0;
  const listeners: Readonly<Record<string, (event: DragEvent) => void>> = {
    dragenter: (event) => {
      if (!hasFiles(event)) return;
      depth += 1;
      over(true);
    },
    dragleave: (event) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) over(false);
    },
    // Without this a browser shows the file instead of giving it to the page.
    dragover: (event) => event.preventDefault(),
    drop: (event) => {
      event.preventDefault();
      depth = 0;
      over(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) drop(files, event.target);
    },
  };
  const entries = Object.entries(listeners) as [keyof WindowEventMap, EventListener][];
  for (const [type, listener] of entries) window.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of entries) window.removeEventListener(type, listener);
  };
}
