/** The detail beside a grid: what it is about, the way out, and sections under one another. */
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import "./record.css";

interface RecordPaneProps {
  /** e.g. `walletID 77`. */
  readonly title: string;
  /** Beside the title, in few words. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function RecordPane({ title, aside, onClose, children }: RecordPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const shown = useRef(title);
  useKeys({ Escape: { does: "Close detail", run: onClose } });
  useEffect(() => {
    // Another record begins at its top.
    if (shown.current !== title) pane.current?.scrollIntoView({ block: "start" });
    shown.current = title;
  }, [title]);
  return (
    <aside ref={pane} className="stack record-pane" aria-label={title}>
      <header className="row baseline gap-3 record-head">
        <h2 className="serif unbroken record-title">{title}</h2>
        <span className="fill ellipsis quiet">{aside}</span>
        <Button variant="quiet" size="s" icon="close" aria-label="Close detail" onPress={onClose} />
      </header>
      {children}
    </aside>
  );
}

export function RecordSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="stack gap-2 record-section">
      <h3 className="label-caps">{title}</h3>
      {children}
    </section>
  );
}
