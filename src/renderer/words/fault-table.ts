/** What the window can offer after an error, beside its words in core/error-codes.ts. */
import { ERROR_WORDS, type ErrorCode, type ErrorWords } from "../../core/error-codes.ts";

/** What the window can offer after a fault; the place that shows it knows how. */
export type FaultAction =
  | "try-again"
  | "edit-connection"
  | "choose-files"
  | "open-another"
  | "restore"
  | "choose-place"
  | "read-again"
  | "reload";

/** By code; nothing for the others. */
export const FAULT_ACTIONS: Readonly<Partial<Record<ErrorCode | "DEFECT", FaultAction>>> = {
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
export function faultWords(code: ErrorCode | "DEFECT"): Omit<ErrorWords, "remedy"> {
  return code === "DEFECT" ? { title: "Something failed unexpectedly" } : ERROR_WORDS[code];
}

/** What the button says that does it. */
export const ACTION_LABELS: Readonly<Record<FaultAction, string>> = {
  "try-again": "Try again",
  "edit-connection": "Check the connection",
  "choose-files": "Choose files",
  "open-another": "Open another ledger",
  restore: "Restore a backup",
  "choose-place": "Choose another place",
  "read-again": "Read again",
  reload: "Reload",
};
