/**
 * `<FaultNote fault={fault} actions={<Button…/>} />`: what happened, whether anything was lost, what to do.
 */
import type { ReactNode } from "react";
import type { Fault } from "../../ipc/envelope.ts";
import { type ShownFault, shownFault } from "../words/faults.ts";
import "./fault-note.css";

interface FaultNoteProps {
  readonly fault: Fault;
  readonly actions?: ReactNode;
  /** Of something that is not wrong, only so: read-only, unprotected. */
  readonly tone?: "error" | "warning";
  /** What is said of it, where that is not what is said of it anywhere. */
  readonly shown?: ShownFault;
}

export function FaultNote({ fault, actions, tone = "error", shown = shownFault(fault) }: FaultNoteProps) {
  const { title, sentence, remedy } = shown;
  const where = [fault.file, fault.record, fault.field].filter((part) => part !== null && part !== "");
  return (
    <div className={`stack breaks fault-note tone-${tone}`} role="alert">
      <p className="cluster baseline ends strong across-3">
        {title}
        {/* Whoever typed something wrong in a window has no command line to look a code up for. */}
        {fault.code === "USAGE" ? null : <code className="fault-code">{fault.code}</code>}
      </p>
      {sentence === null ? null : <p>{sentence}</p>}
      {where.length === 0 ? null : <p className="small quiet">{where.join(", ")}</p>}
      <p className="quiet">{remedy}</p>
      {actions === undefined ? null : <div className="wrap gap-2 below-2">{actions}</div>}
    </div>
  );
}
