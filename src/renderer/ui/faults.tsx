/**
 * What the window says of a fault: the words of its code (`core/error-codes.ts`) around the sentence that main
 * worded.
 */
import { ERROR_WORDS, type ErrorCode, type ErrorWords } from "../../core/error-codes.ts";
import { SERVICE_FAILED_REMEDY } from "../../core/remedies.ts";
import type { Fault } from "../../ipc/envelope.ts";
import type { ReactNode } from "react";

/** What the window can offer after a fault; the place that shows it knows how. */
export const ACTION_LABELS = {
  "try-again": "Try again",
  "edit-connection": "Check the connection",
  "choose-files": "Choose files",
  "open-another": "Open another ledger",
  restore: "Restore a backup",
  "choose-place": "Choose another place",
  "read-again": "Read again",
  reload: "Reload",
} as const;
type FaultAction = keyof typeof ACTION_LABELS;

/** By code; nothing for the others. */
const FAULT_ACTIONS: Readonly<Partial<Record<ErrorCode | "DEFECT", FaultAction>>> = {
  NET_UNREACHABLE: "try-again",
  NET_TIMEOUT: "try-again",
  NET_TRUNCATED: "try-again",
  NET_PROTOCOL: "edit-connection",
  NET_REDIRECT: "edit-connection",
  NET_TLS: "edit-connection",
  NET_RATE_LIMITED: "try-again",
  LOGIN_UNKNOWN: "try-again",
  LOGIN_REFUSED: "edit-connection",
  AUTH_EXPIRED: "edit-connection",
  SERVICE_ERROR: "edit-connection",
  CANCELLED: "try-again",
  SECRET_FORMAT: "edit-connection",
  SECRET_MISSING: "edit-connection",
  SECRET_FILE: "edit-connection",
  SECRET_UNREADABLE: "edit-connection",
  CONNECTION_MISSING: "edit-connection",
  PAYLOAD_SECRET: "edit-connection",
  IMPORT_FORMAT: "choose-files",
  IMPORT_TOO_LARGE: "choose-files",
  FILE_UNREADABLE: "choose-files",
  LEDGER_NOT_FOUND: "open-another",
  LEDGER_VALUE: "try-again",
  LEDGER_LOCKED: "try-again",
  LEDGER_BUSY: "try-again",
  LEDGER_DISK_FULL: "try-again",
  LEDGER_DISK_ERROR: "try-again",
  LEDGER_CORRUPT: "restore",
  LEDGER_FOREIGN: "open-another",
  LEDGER_EMPTY: "restore",
  LEDGER_FROM_FUTURE: "open-another",
  LEDGER_OTHER_USER: "choose-place",
  LEDGER_REPLACED: "open-another",
  LEDGER_OTHER: "open-another",
  MIGRATION_NOT_STARTED: "try-again",
  AUDIT_MISMATCH: "restore",
  AUDIT_BROKEN: "restore",
  AUDIT_TRUNCATED: "restore",
  DECISION_CONFLICT: "read-again",
  MATCH_CONFLICT: "read-again",
  MATCH_NOT_FOUND: "read-again",
  CLOSE_STATE: "read-again",
  CLOSE_CHANGED: "read-again",
  EVIDENCE_NOT_FOUND: "read-again",
  LETTER_NOT_FOUND: "read-again",
  PULL_STEP: "read-again",
  DECISION_NOT_FOUND: "read-again",
  FINDING_NOT_FOUND: "read-again",
  FINDING_AMBIGUOUS: "read-again",
  EXPORT_VALUE: "try-again",
  EXPORT_TARGET: "choose-place",
  EXPORT_EDITED: "choose-place",
  PRINT_FAILED: "try-again",
  OUTPUT_LOST: "choose-place",
  IPC_INVALID: "try-again",
  IPC_FORBIDDEN: "choose-files",
  LEDGER_NOT_OPEN: "open-another",
  SNAPSHOT_GONE: "read-again",
  JOB_RUNNING: "try-again",
  HOST_LOST: "reload",
  WORK_LOST: "try-again",
  PORT_UNAVAILABLE: "try-again",
  DEFECT: "try-again",
};

/** What people read of a fault; of a defect of ours main says what to do. */
function faultWords(code: ErrorCode | "DEFECT"): Omit<ErrorWords, "remedy"> {
  return code === "DEFECT" ? { title: "Something failed unexpectedly" } : ERROR_WORDS[code];
}

interface ShownFault {
  readonly code: Fault["code"];
  readonly title: string;
  /** What happened; null where the title says it. */
  readonly sentence: string | null;
  readonly remedy: string;
  /** null where there is nothing to offer. */
  readonly action: FaultAction | null;
}

/**
 * What the window says of a fault. Where main says what to enter, as "Start the address with https://", that
 * is the title, and nothing is said twice.
 */
export function shownFault(fault: Fault): ShownFault {
  const { code } = fault;
  // Who reached the service has the right address, whatever it answers.
  const hasFailed = fault.remedy === SERVICE_FAILED_REMEDY;
  const { title, inWindow } = faultWords(code);
  const remedy = hasFailed ? fault.remedy : (inWindow ?? fault.remedy);
  const action = hasFailed ? "try-again" : (FAULT_ACTIONS[code] ?? null);
  if (code === "USAGE") return { code, title: fault.sentence, sentence: null, remedy, action };
  return { code, title, sentence: sentenceOf(fault), remedy, action };
}

/**
 * What the window says of a decision that was not saved. That the connection broke is past: it may be there
 * again.
 *
 * @param isLost whether it is not, and saving has to wait for it
 */
export function unsavedFault(fault: Fault, isLost: boolean): ShownFault {
  const shown = shownFault(fault);
  if (fault.code !== "HOST_LOST") return shown;
  return {
    ...shown,
    title: "Not saved",
    sentence: "The connection broke before this was saved.",
    remedy: isLost ? "Save it again once this window is connected again." : "Save it again.",
  };
}

/** What the window says of a ledger that is open for reading only, with why it is, in one line. */
export function readOnlyWords(fault: Fault): {
  readonly title: string;
  readonly remedy: string;
  readonly why: string;
} {
  const { title, remedy } = shownFault(fault);
  return {
    title,
    remedy: faultWords(fault.code).readOnly ?? remedy,
    why: fault.sentence === title ? `${title}.` : `${title}: ${sentenceOf(fault)}`,
  };
}

/** What happened as a whole sentence: what the service says of itself may end as one already. */
export function sentenceOf({ sentence }: Pick<Fault, "sentence">): string {
  return ended(sentence);
}

/** A sentence with its full stop, whoever worded its end. */
export function ended(sentence: string): string {
  return /[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`;
}

// `<FaultNote fault={fault} actions={<Button…/>} />`: what happened, whether anything was lost, what to do.

interface FaultNoteProps {
  /** null shows nothing. */
  readonly fault: Fault | null;
  readonly actions?: ReactNode;
  /** Of something that is not wrong, only so: read-only, unprotected. */
  readonly tone?: "error" | "warning";
  /** What is said of it, where that is not what is said of it anywhere. */
  readonly shown?: ShownFault;
}

export function FaultNote({ fault, actions, tone = "error", shown }: FaultNoteProps) {
  if (fault === null) return null;
  const { title, sentence, remedy } = shown ?? shownFault(fault);
  const where = [fault.file, fault.record, fault.field].filter((part) => part !== null && part !== "");
  return (
    <div className={`stack gap-half breaks note washed fault-note tone-${tone}`} role="alert">
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
