/**
 * Files dropped anywhere on the window: a ledger is opened, a workbook is taken back, saved responses are
 * imported.
 */
import { useEffect, useRef, useState } from "react";
import { useDialogs } from "../dialogs-provider.tsx";
import type { FileFacts } from "../../../ipc/values.ts";
import { showToast } from "../../ui/overlays/toast.tsx";
import { useLedger } from "./ledger-provider.tsx";
import { useOpening } from "./opening-provider.tsx";
import { showFault } from "../show-fault.ts";
import { useFiles } from "./use-files.ts";
import "./drop-zone.css";

export function DropZone() {
  const [isOver, setOver] = useState(false);
  const dialogs = useDialogs();
  const { open } = useOpening();
  const { take } = useFiles();
  const hasLedger = useLedger() !== null;
  const takeWorkbook = (file: FileFacts) => {
    if (hasLedger) dialogs.show({ is: "reviewed-workbook", file });
    else showToast({ tone: "warning", words: "First open the ledger that the workbook was exported from" });
  };
  const receive = async (dropped: readonly File[]) => {
    try {
      const files = await take(dropped);
      const [first] = files;
      if (first === undefined) return;
      const name = first.name.toLowerCase();
      if (name.endsWith(".tieout")) await open(first);
      else if (name.endsWith(".xlsx")) takeWorkbook(first);
      else dialogs.show({ is: "import", files });
    } catch (error) {
      showFault(error);
    }
  };
  const receiving = useRef(receive);
  useEffect(() => {
    receiving.current = receive;
  });
  useEffect(
    () =>
      listenToDrops(setOver, (files) => {
        void receiving.current(files);
      }),
    [],
  );
  if (!isOver) return null;
  return (
    <div className="row drop-zone" aria-hidden="true">
      <p>
        Drop saved responses to import them, a ledger to open it, or a reviewed workbook to import its review
      </p>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/** @returns a function that ends it */
function listenToDrops(over: (isOver: boolean) => void, drop: (files: readonly File[]) => void): () => void {
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
      if (files.length > 0) drop(files);
    },
  };
  const entries = Object.entries(listeners) as [keyof WindowEventMap, EventListener][];
  for (const [type, listener] of entries) window.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of entries) window.removeEventListener(type, listener);
  };
}
