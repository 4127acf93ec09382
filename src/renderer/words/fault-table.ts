/**
 * The title of each error code, what to do, and what the window can offer, in one table. Exhaustive: a new
 * code does not compile without its words.
 */
import type { ErrorCode } from "../../core/errors.ts";

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

interface FaultEntry {
  /** What happened, in a few words. */
  readonly title: string;
  /**
   * What to do, where core/remedies speaks of flags and commands; else its remedy speaks for the window, too.
   */
  readonly remedy?: string;
  /** The same while the ledger is open for reading only, where "Try again" would name no button. */
  readonly remedyReadOnly?: string;
  readonly action?: FaultAction;
}

const KEPT = "Nothing was saved, and the ledger is unchanged.";

export const FAULT_WORDS: Readonly<Record<ErrorCode | "DEFECT", FaultEntry>> = {
  NET_UNREACHABLE: { title: "The service cannot be reached", action: "try-again" },
  NET_TIMEOUT: { title: "The service does not respond", action: "try-again" },
  NET_TRUNCATED: { title: "The response broke off", action: "try-again" },
  NET_PROTOCOL: { title: "Unexpected response from the service", action: "edit-connection" },
  NET_TOO_LARGE: { title: "The response is too large" },
  NET_REDIRECT: { title: "The service redirects elsewhere", action: "edit-connection" },
  NET_TLS: { title: "The connection cannot be trusted", action: "edit-connection" },
  NET_RATE_LIMITED: { title: "The service asks Tieout to wait", action: "try-again" },
  LOGIN_UNKNOWN: { title: "The result of the login is unknown", action: "try-again" },
  LOGIN_REFUSED: {
    title: "The service refused the login",
    action: "edit-connection",
    remedy: "Check app id, secret key, phone and password. Nothing was changed.",
  },
  AUTH_EXPIRED: {
    title: "The service does not accept the key",
    action: "edit-connection",
    remedy: `Check app id, secret key and the form of authorisation. ${KEPT}`,
  },
  SERVICE_ERROR: {
    title: "The service returned an error",
    action: "edit-connection",
    remedy: `${KEPT} If the service does not know the path, check the base URL and path prefix.`,
  },
  CANCELLED: { title: "Cancelled", action: "try-again" },
  SECRET_FORMAT: { title: "Invalid credential", action: "edit-connection" },
  SECRET_MISSING: {
    title: "A credential is missing",
    action: "edit-connection",
    remedy: "Enter the secret key and app id. To log in, also enter phone and password.",
  },
  SECRET_FILE: {
    title: "The credentials file cannot be used",
    action: "edit-connection",
    remedy: "The window does not read credentials files. Type the credentials in Settings.",
  },
  SECRET_UNPROTECTED: { title: "This system offers no protection for secrets" },
  SECRET_UNREADABLE: { title: "The credentials cannot be read", action: "edit-connection" },
  CONNECTION_MISSING: { title: "No connection is set up", action: "edit-connection" },
  PAYLOAD_NOT_JSON: { title: "The response is not JSON" },
  PAYLOAD_ENCODING: { title: "The response is not UTF-8" },
  PAYLOAD_EMPTY: { title: "The response is empty" },
  PAYLOAD_DUPLICATE_KEY: { title: "The response states a field twice" },
  PAYLOAD_AMOUNT: { title: "An amount is not a whole number" },
  PAYLOAD_DEPTH: { title: "The response is nested too deeply" },
  PAYLOAD_SCHEMA: { title: "The response does not match the interface" },
  PAYLOAD_DATE: { title: "A date does not exist" },
  PAYLOAD_SECRET: {
    title: "The service sends your key or password in its records",
    action: "edit-connection",
  },
  IMPORT_FORMAT: {
    title: "The file has other content than expected",
    action: "choose-files",
    remedy:
      "Choose a workbook that Tieout exported, or a response of the service, saved unchanged. Nothing was imported.",
  },
  IMPORT_TOO_LARGE: { title: "The file is too large", action: "choose-files" },
  FILE_UNREADABLE: {
    title: "The file cannot be read",
    action: "choose-files",
    remedy: "Check that it is still there and that you may read it. Nothing was changed.",
  },
  LEDGER_NOT_FOUND: {
    title: "The ledger was not found",
    action: "open-another",
    remedy: "It may have been moved or renamed, or its disk is not connected. Open it where it is now.",
  },
  LEDGER_VALUE: { title: "A value could not be saved", action: "try-again" },
  LEDGER_LOCKED: { title: "The ledger is open elsewhere", action: "try-again" },
  LEDGER_BUSY: { title: "The ledger is busy", action: "try-again" },
  LEDGER_DISK_FULL: {
    title: "The disk is full",
    action: "try-again",
    remedyReadOnly:
      "You can view and check the ledger, not change it. Nothing that was saved is lost. Free some space on its disk, then open the ledger again.",
  },
  LEDGER_DISK_ERROR: {
    title: "The disk reports an error",
    action: "try-again",
    remedyReadOnly:
      "You can view and check the ledger, not change it. Check the disk, its connection, and any limit on the size of your files. Then open the ledger again.",
  },
  LEDGER_READONLY: { title: "The ledger is read-only" },
  LEDGER_TWO_NAMES: { title: "The ledger has two names" },
  LEDGER_CORRUPT: {
    title: "The ledger is damaged",
    action: "restore",
    remedy: "The file was not changed. Restore a backup, or replace it with your newest copy.",
  },
  LEDGER_FOREIGN: {
    title: "This is not a ledger",
    action: "open-another",
    remedy: "The file was not changed. Restore a backup, or choose a ledger file (.tieout).",
  },
  LEDGER_EMPTY: {
    title: "The file is empty",
    action: "restore",
    remedy: "The file was not changed. Restore a backup, or replace it with your newest copy.",
  },
  LEDGER_FROM_FUTURE: { title: "The ledger is from a newer Tieout", action: "open-another" },
  LEDGER_OTHER_USER: { title: "These records belong to another user", action: "choose-place" },
  LEDGER_PAST: { title: "This is an earlier state" },
  LEDGER_REPLACED: { title: "Another ledger has taken this file's place", action: "open-another" },
  LEDGER_OTHER: { title: "Another ledger is open now", action: "open-another" },
  MIGRATION_NOT_STARTED: { title: "The ledger could not be updated", action: "try-again" },
  AUDIT_MISMATCH: { title: "A record was changed outside Tieout", action: "restore" },
  AUDIT_BROKEN: { title: "The audit trail is broken", action: "restore" },
  AUDIT_TRUNCATED: { title: "The audit trail is cut short", action: "restore" },
  DECISION_CONFLICT: {
    title: "Somebody else decided first",
    action: "read-again",
    remedy: "That decision counts. Nothing was saved. Read it, then decide again.",
  },
  MATCH_INVALID: { title: "These records cannot be matched" },
  MATCH_CONFLICT: {
    title: "Matched or undone already",
    action: "read-again",
    remedy: "The first decision counts. Nothing was saved. If another match is in the way, undo it first.",
  },
  MATCH_NOT_FOUND: {
    title: "The match to undo was not found",
    action: "read-again",
    remedy: "Nothing was saved.",
  },
  CLOSE_STATE: {
    title: "This month has changed",
    action: "read-again",
    remedy: "Nothing was saved. Check its status, then continue.",
  },
  CLOSE_REFUSED: {
    title: "The month cannot be prepared yet",
    remedy:
      "Nothing was saved. Resolve what is listed, or write a note that says why the month is prepared anyway.",
  },
  CLOSE_SAME_PERSON: { title: "Another person must sign" },
  CLOSE_CHANGED: { title: "The month has changed since it was prepared", action: "read-again" },
  FILE_INVALID: { title: "The month's file cannot be changed so" },
  EVIDENCE_INVALID: { title: "The file cannot be attached or withdrawn" },
  EVIDENCE_NOT_FOUND: { title: "This evidence is not in the ledger", action: "read-again" },
  LETTER_INVALID: { title: "This cannot be recorded of the letter" },
  LETTER_NOT_FOUND: { title: "This letter is not in the ledger", action: "read-again" },
  PULL_VANISHING: {
    title: "Many records are missing from the service's answer",
    remedy: `${KEPT} Pull again later, and ask the provider. If they are gone for good, accept that they vanished.`,
  },
  PULL_STEP: { title: "This cannot be done with the pull", action: "read-again" },
  EVIDENCE_NOT_OPENED: { title: "This evidence is not opened here" },
  WORKBOOK_FOREIGN: { title: "The workbook is not from this ledger" },
  BACKUP_FOREIGN: { title: "The file is not a backup of this ledger" },
  DECISION_INVALID: { title: "The decision cannot be saved" },
  DECISION_NOT_FOUND: {
    title: "There is nothing to undo",
    action: "read-again",
    remedy: "Nothing was saved. Read the list of decisions again.",
  },
  FINDING_NOT_FOUND: {
    title: "The exception is no longer there",
    action: "read-again",
    remedy: "Nothing was saved. The ledger or the options have changed. Read the list again.",
  },
  FINDING_AMBIGUOUS: {
    title: "Several exceptions match",
    action: "read-again",
    remedy: "Nothing was saved. Choose the exception in the list.",
  },
  SUM_OVERFLOW: { title: "A sum is too large to be exact" },
  EXPORT_VALUE: { title: "A value could not be written", action: "try-again" },
  EXPORT_TARGET: { title: "The file could not be written", action: "choose-place" },
  EXPORT_EDITED: {
    title: "The file was edited after its export",
    action: "choose-place",
    remedy: "That file was not changed. Export under another name.",
  },
  PRINT_FAILED: {
    title: "The binder could not be printed",
    action: "try-again",
    remedy: "Install Chrome, Edge or Chromium on this machine. An earlier file stays unchanged.",
  },
  OUTPUT_LOST: { title: "The output was lost", action: "choose-place" },
  IPC_INVALID: { title: "Invalid request", action: "try-again" },
  IPC_FORBIDDEN: { title: "That file is not known here", action: "choose-files" },
  LEDGER_NOT_OPEN: { title: "No ledger is open", action: "open-another" },
  SNAPSHOT_GONE: { title: "The ledger has changed", action: "read-again" },
  JOB_RUNNING: { title: "Another task is still running", action: "try-again" },
  HOST_LOST: {
    title: "The connection to Tieout is lost",
    action: "reload",
    remedy:
      "What was saved is in the ledger. This window reconnects by itself. If Tieout has stopped, start it again. It then opens a new window or prints a new address.",
  },
  SESSION_ENDED: {
    title: "This session has ended",
    remedy: "Stop Tieout and start it again. It then opens a new window or prints a new address.",
  },
  WORK_LOST: { title: "A background task has stopped", action: "try-again" },
  USAGE: { title: "Check the input", remedy: "Nothing was changed." },
  PORT_UNAVAILABLE: {
    title: "The port is taken",
    action: "try-again",
    remedy: "Another program uses the port. Nothing was changed. Try again.",
  },
  NODE_TOO_OLD: { title: "This version of Node is too old" },
  DEFECT: { title: "Something failed unexpectedly", action: "try-again" },
};

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
