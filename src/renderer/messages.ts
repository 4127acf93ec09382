/**
 * What the window says of each fault, beside the sentence that main words: a title, and what to do in the window's own terms
 * where core/remedies speaks of flags and commands. Exhaustive: a new code does not compile without its words.
 */
import type { ErrorCode } from "../core/errors.ts";
import type { Fault } from "../ipc/envelope.ts";

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

export interface FaultWords {
  /** What happened, in a few words. */
  readonly title: string;
  /** Instead of the remedy that came with the fault; null where that speaks for the window, too. */
  readonly remedy: string | null;
  readonly action: FaultAction | null;
}

const KEPT = "Nothing was saved, and the ledger is unchanged.";

function words(title: string, action: FaultAction | null = null, remedy: string | null = null): FaultWords {
  return { title, remedy, action };
}

/** An answer of the service, or a file, that is not what the interface says. */
function unexpected(title: string): FaultWords {
  return words(title);
}

function defect(title: string): FaultWords {
  return words(title, "try-again");
}

const WORDS: Readonly<Record<ErrorCode | "DEFECT", FaultWords>> = {
  NET_UNREACHABLE: words("The service cannot be reached", "try-again"),
  NET_TIMEOUT: words("The service does not answer", "try-again"),
  NET_TRUNCATED: words("The response broke off", "try-again"),
  NET_PROTOCOL: words("Unexpected response from the service", "edit-connection"),
  NET_TOO_LARGE: words("The response is too large"),
  NET_REDIRECT: words("The service redirects elsewhere", "edit-connection"),
  NET_TLS: words("The connection cannot be trusted", "edit-connection"),
  NET_RATE_LIMITED: words("The service asks Tieout to wait", "try-again"),
  LOGIN_UNKNOWN: words("The result of the login is unknown", "try-again"),
  LOGIN_REFUSED: words(
    "The service refused the login",
    "edit-connection",
    "Check app id, secret key, phone and password. Nothing was changed.",
  ),
  AUTH_EXPIRED: words(
    "The service does not accept the key",
    "edit-connection",
    `Check app id, secret key and the form of authorisation. ${KEPT}`,
  ),
  SERVICE_ERROR: words(
    "The service returned an error",
    "edit-connection",
    `${KEPT} If the service does not know the path, check the base URL and path prefix.`,
  ),
  CANCELLED: words("Cancelled", "try-again"),
  SECRET_FORMAT: words("Invalid credential", "edit-connection"),
  SECRET_MISSING: words(
    "A credential is missing",
    "edit-connection",
    "Enter the secret key and app id. To log in, also enter phone and password.",
  ),
  SECRET_FILE: words(
    "The credentials file cannot be used",
    "edit-connection",
    "The window does not read credentials files. Type the credentials in Settings.",
  ),
  SECRET_UNPROTECTED: words("This system offers no protection for secrets", null),
  SECRET_UNREADABLE: words("The credentials cannot be read", "edit-connection"),
  CONNECTION_MISSING: words("No connection is set up", "edit-connection"),
  PAYLOAD_NOT_JSON: unexpected("The response is not JSON"),
  PAYLOAD_ENCODING: unexpected("The response is not UTF-8"),
  PAYLOAD_EMPTY: unexpected("The response is empty"),
  PAYLOAD_DUPLICATE_KEY: unexpected("The response states a field twice"),
  PAYLOAD_AMOUNT: unexpected("An amount is not a whole number"),
  PAYLOAD_DEPTH: unexpected("The response is nested too deeply"),
  PAYLOAD_SCHEMA: unexpected("The response does not match the interface"),
  PAYLOAD_DATE: unexpected("A date does not exist"),
  IMPORT_FORMAT: words(
    "The file does not have that content",
    "choose-files",
    `Check the content chosen for each file. Save the service's response unchanged, whole or only its list of records. Nothing was imported.`,
  ),
  IMPORT_TOO_LARGE: words("The file is too large", "choose-files"),
  FILE_UNREADABLE: words(
    "The file cannot be read",
    "choose-files",
    "Check that it is still there and that you may read it. Nothing was changed.",
  ),
  LEDGER_NOT_FOUND: words(
    "The ledger was not found",
    "open-another",
    "It may have been moved or renamed, or its disk is not connected. Open it where it is now.",
  ),
  LEDGER_VALUE: defect("A value could not be saved"),
  LEDGER_LOCKED: words("The ledger is open elsewhere", "try-again"),
  LEDGER_BUSY: words("The ledger is busy", "try-again"),
  LEDGER_DISK_FULL: words("The disk is full", "try-again"),
  LEDGER_DISK_ERROR: words("The disk reports an error", "try-again"),
  LEDGER_READONLY: words("The ledger is read-only"),
  LEDGER_CORRUPT: words(
    "The ledger is damaged",
    "restore",
    "The file was not changed. Restore a backup, or bring back the newest copy.",
  ),
  LEDGER_FOREIGN: words(
    "This is not a ledger",
    "open-another",
    "The file was not changed. Restore a backup, or choose a ledger file (.tieout).",
  ),
  LEDGER_EMPTY: words(
    "The file is empty",
    "restore",
    "The file was not changed. Restore a backup, or bring back the newest copy.",
  ),
  LEDGER_FROM_FUTURE: words("The ledger is from a newer Tieout", "open-another"),
  LEDGER_OTHER_USER: words("These records belong to another user", "choose-place"),
  LEDGER_REPLACED: words("Another ledger has taken this file's place", "open-another"),
  MIGRATION_NOT_STARTED: words("The ledger could not be updated", "try-again"),
  AUDIT_MISMATCH: words("A record is not what was written", "restore"),
  AUDIT_BROKEN: words("The audit trail does not hold", "restore"),
  AUDIT_TRUNCATED: words("The audit trail is cut short", "restore"),
  DECISION_CONFLICT: words(
    "Somebody else decided first",
    "read-again",
    "That decision counts. Nothing was saved. Read it, then decide again.",
  ),
  MATCH_INVALID: words("These records cannot be matched"),
  MATCH_CONFLICT: words(
    "Matched or undone already",
    "read-again",
    "The first decision counts. Nothing was saved. If another match is in the way, undo it first.",
  ),
  MATCH_NOT_FOUND: words("The match to undo was not found", "read-again", "Nothing was saved."),
  CLOSE_STATE: words(
    "This month has changed",
    "read-again",
    "Nothing was saved. Check its status, then continue.",
  ),
  CLOSE_REFUSED: words(
    "The month cannot be prepared yet",
    null,
    "Nothing was saved. Decide what is open, or write a note that says why the month is prepared despite this.",
  ),
  CLOSE_SAME_PERSON: words("Another person must sign"),
  CLOSE_CHANGED: words("The month has changed since it was prepared", "read-again"),
  WORKBOOK_FOREIGN: words("The workbook is not from this ledger"),
  BACKUP_FOREIGN: words("The file is not a backup of this ledger"),
  DECISION_INVALID: words("The decision cannot be saved"),
  DECISION_NOT_FOUND: words(
    "There is nothing to undo",
    "read-again",
    "Nothing was saved. Read the list of decisions again.",
  ),
  FINDING_NOT_FOUND: words(
    "The exception is no longer there",
    "read-again",
    "Nothing was saved. The ledger or the options have changed. Read the list again.",
  ),
  FINDING_AMBIGUOUS: words(
    "Several exceptions match",
    "read-again",
    "Nothing was saved. Choose the exception in the list.",
  ),
  SUM_OVERFLOW: words("A sum is too large to be exact"),
  EXPORT_VALUE: defect("A value could not be written"),
  EXPORT_TARGET: words("The file could not be written", "choose-place"),
  EXPORT_EDITED: words(
    "The file was edited after its export",
    "choose-place",
    "That file was not changed. Export under another name.",
  ),
  OUTPUT_LOST: words("The output was lost", "choose-place"),
  IPC_INVALID: defect("Invalid request"),
  IPC_FORBIDDEN: words("That file is not known here", "choose-files"),
  LEDGER_NOT_OPEN: words("No ledger is open", "open-another"),
  SNAPSHOT_GONE: words("The ledger has changed", "read-again"),
  JOB_RUNNING: words("Another task is still running", "try-again"),
  HOST_LOST: words(
    "The connection to Tieout is lost",
    "reload",
    "What was saved is in the ledger. This window reconnects by itself. If Tieout has stopped, start it again and open its new address.",
  ),
  SESSION_ENDED: words(
    "This session has ended",
    null,
    "Stop Tieout with Ctrl-C and start it again for a new address.",
  ),
  WORK_LOST: words("A background task has stopped", "try-again"),
  USAGE: words("Check the input", null, "Nothing was changed."),
  PORT_UNAVAILABLE: words(
    "The port is taken",
    "try-again",
    "Another program uses the port. Nothing was changed. Try again.",
  ),
  NODE_TOO_OLD: words("This version of Node is too old"),
  DEFECT: defect("Something failed unexpectedly"),
};

/**
 * What the window says of a fault: title, what happened, what to do, and what it can offer. Where main says what to enter, as
 * "Start the address with https://", that is the title, and nothing is said twice.
 */
export function wordsFor(
  fault: Fault,
): FaultWords & { readonly remedy: string; readonly sentence: string | null } {
  const found = WORDS[fault.code];
  const remedy = found.remedy ?? fault.remedy;
  if (fault.code === "USAGE") return { ...found, title: fault.sentence, sentence: null, remedy };
  return { ...found, sentence: sentenceOf(fault), remedy };
}

/**
 * What the window says of a decision that was not saved. That the connection broke is past: it may be there again.
 *
 * @param isLost whether it is not, and saving has to wait for it
 */
export function unsavedWords(fault: Fault, isLost: boolean): ReturnType<typeof wordsFor> {
  const found = wordsFor(fault);
  if (fault.code !== "HOST_LOST") return found;
  return {
    ...found,
    title: "Not saved",
    sentence: "The connection broke before this was saved.",
    remedy: isLost ? "Save it again once this window is connected again." : "Save it again.",
  };
}

/** Where a cause of failures keeps a ledger from being written at all, and `Try again` would name no button. */
const READ_ONLY_REMEDIES: Readonly<Partial<Record<Fault["code"], string>>> = {
  LEDGER_DISK_FULL:
    "You can view and check the ledger, not change it. Nothing that was saved is lost. Free some space on its disk, then open the ledger again.",
  LEDGER_DISK_ERROR:
    "You can view and check the ledger, not change it. Check the disk, its connection, and any limit on the size of your files. Then open the ledger again.",
};

/** What the window says of a ledger that is open for reading only, with why it is, in one line. */
export function readOnlyWords(fault: Fault): {
  readonly title: string;
  readonly remedy: string;
  readonly why: string;
} {
  const { title, remedy } = wordsFor(fault);
  const isSaid = fault.sentence === title;
  return {
    title,
    remedy: READ_ONLY_REMEDIES[fault.code] ?? remedy,
    why: isSaid ? `${title}.` : `${title}: ${sentenceOf(fault)}`,
  };
}

/** What happened as a whole sentence: what the service says of itself may end as one already. */
export function sentenceOf({ sentence }: Pick<Fault, "sentence">): string {
  return /[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`;
}

const ACTION_LABELS: Readonly<Record<FaultAction, string>> = {
  "try-again": "Try again",
  "edit-connection": "Check the connection",
  "choose-files": "Choose files",
  "open-another": "Open another ledger",
  restore: "Restore a backup",
  "choose-place": "Choose another place",
  "read-again": "Read again",
  reload: "Load again",
};

/** What the button says that does it. */
export function actionLabel(action: FaultAction): string {
  return ACTION_LABELS[action];
}
