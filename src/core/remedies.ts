/** What to do about each error code: one sentence, the same in terminal and window. */
import type { ErrorCode } from "./errors.ts";

const AGAIN = "Nothing was changed; try again.";
const KEEP = "Nothing of it was kept; what the ledger held before stands.";
const TELL = `${KEEP} Look at the answer there, and ask the provider about it.`;

const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  NET_UNREACHABLE: "Check the base URL and the connection. Nothing was changed.",
  NET_TIMEOUT: `The service did not answer in time. ${AGAIN}`,
  NET_TRUNCATED: `${KEEP} Try again.`,
  NET_PROTOCOL: `${KEEP} Check that the base URL is the service's and no proxy stands between.`,
  NET_TOO_LARGE: KEEP,
  NET_REDIRECT:
    "Redirects are never followed, they could carry the key elsewhere. Set the base URL to the right address.",
  NET_TLS:
    "The answer is not encrypted as it should be, or its certificate does not prove who gives it. Check the base URL (https or http, and the port) and the system's certificates.",
  NET_RATE_LIMITED: "Wait as long as the service asks, then try again. Nothing was changed.",
  LOGIN_UNKNOWN: "A login is never repeated on its own. Check the credentials, then try again.",
  LOGIN_REFUSED:
    "Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE and TIEOUT_PASSWORD, or the credentials file. Nothing was changed.",
  AUTH_EXPIRED: `Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID and the form of the Authorization value (--auth). ${KEEP}`,
  SERVICE_ERROR: `${KEEP} If the path is unknown there, check --base-url and --path-prefix.`,
  CANCELLED: "Nothing else was changed.",
  SECRET_FORMAT: "Copy the credential again, without line breaks or blanks around it.",
  SECRET_MISSING:
    "Set TIEOUT_SECRET_KEY and TIEOUT_APP_ID (and for a login both TIEOUT_PHONE and TIEOUT_PASSWORD), or name a credentials file with --credentials.",
  SECRET_FILE:
    "Check its path. The credentials file must be yours alone (chmod 600) and hold baseUrl, secretKey, appId, phone and password as JSON texts.",
  SECRET_UNPROTECTED:
    "The credentials are kept in memory only and asked for again at the next start. Nothing was written.",
  SECRET_UNREADABLE:
    "Enter the credentials again. What the system protects was left as it is, in case it can be read later.",
  CONNECTION_MISSING: "Set up the connection to the service in Settings, then pull again.",
  PAYLOAD_NOT_JSON: TELL,
  PAYLOAD_ENCODING: TELL,
  PAYLOAD_EMPTY: TELL,
  PAYLOAD_DUPLICATE_KEY: TELL,
  PAYLOAD_AMOUNT: TELL,
  PAYLOAD_DEPTH: TELL,
  PAYLOAD_SCHEMA: TELL,
  PAYLOAD_DATE: TELL,
  IMPORT_FORMAT:
    "Check which file is given for what: an answer of the service as it came, the whole envelope or its array (--wallet, --transactions, --user, --business), or a workbook saved as .xlsx (--workbook, --review). Nothing was kept.",
  IMPORT_TOO_LARGE: KEEP,
  FILE_UNREADABLE: "Check the path and that you may read it.",
  LEDGER_NOT_FOUND:
    "Check the path and its folder. A ledger is made by the first `tieout pull` or `tieout import` into a folder that exists.",
  LEDGER_VALUE: "This is a defect of ours. Nothing was changed; please report it.",
  LEDGER_LOCKED: "Close the other window or command that has this ledger open, then try again.",
  LEDGER_BUSY: "Try again when the other program is done. What was saved before is unharmed.",
  LEDGER_DISK_FULL: "Make room on the disk and try again. What was saved before is unharmed.",
  LEDGER_DISK_ERROR:
    "Check the disk, its connection, and any limit on the size of your files; then try again. What was saved before is unharmed.",
  LEDGER_READONLY: "It can be viewed and checked, not changed. Copy it to a folder you may write to.",
  LEDGER_CORRUPT: "The file was left as it is. Restore a backup beside it, or bring the newest copy back.",
  LEDGER_FOREIGN: "Name a ledger that Tieout made, or restore a backup. The file was left as it is.",
  LEDGER_EMPTY: "The file holds nothing. Remove it, or bring the newest copy back.",
  LEDGER_FROM_FUTURE: "Update Tieout to open it. The file was left as it is.",
  LEDGER_OTHER_USER: "A ledger belongs to one caller. Use another ledger for this one. Nothing was changed.",
  LEDGER_REPLACED: "Nothing was written. Open the ledger again to see what is there now.",
  MIGRATION_NOT_STARTED: "The ledger was left as it is. Make room beside it for a backup and try again.",
  AUDIT_MISMATCH: "The file was changed outside Tieout. Compare it with a backup.",
  AUDIT_BROKEN: "The audit trail was changed outside Tieout. Compare it with a backup.",
  AUDIT_TRUNCATED: "The file is older than the export says, or its end was cut. Look for the newer copy.",
  DECISION_CONFLICT:
    "That decision stands, and nothing was written. Look at it with `tieout review`, then decide again.",
  DECISION_INVALID: "Nothing was written. Correct it and decide again.",
  DECISION_NOT_FOUND: "Nothing was written. List what is decided with `tieout review`.",
  FINDING_NOT_FOUND:
    "Nothing was written. List the findings as they are now with `tieout review`; name the month, and the options of the check, under which it was found.",
  FINDING_AMBIGUOUS: "Nothing was written. Give more digits of the fingerprint.",
  MATCH_INVALID: "Nothing was written. Correct it and match again.",
  MATCH_CONFLICT:
    "What was decided first stands, and nothing was written. A match that is in the way is taken back first, with `tieout match LEDGER --undo`.",
  MATCH_NOT_FOUND: "Nothing was written. List the matches with `tieout match`.",
  CLOSE_STATE: "Nothing was written. List how the months stand with `tieout months`.",
  CLOSE_REFUSED:
    "Nothing was written. Decide on what is open (`tieout review`), or override it with a note that says why the month is prepared all the same (`--override`).",
  CLOSE_SAME_PERSON:
    "Nothing was written. Whoever signs reviews another one's work: a second person signs off.",
  CLOSE_CHANGED: "Nothing was signed. Look at what changed, prepare the month again, then sign.",
  WORKBOOK_FOREIGN:
    "Name the ledger that the workbook was exported from, or a workbook that Tieout wrote. Nothing was changed.",
  BACKUP_FOREIGN: "Choose a backup of this ledger. Nothing was changed.",
  SUM_OVERFLOW: "Nothing was rounded. The amounts named cannot be right; ask the provider.",
  EXPORT_VALUE: "This is a defect of ours. Nothing was written; please report it.",
  EXPORT_TARGET:
    "Choose another place, make the folder, or close the file where it is open. What was there before stands.",
  EXPORT_EDITED:
    "Export under another name, or give --replace to write over it; a reviewer's ticks and notes are taken back first with `tieout import --review`. What was there before stands.",
  OUTPUT_LOST: "Make room where the output goes, or send it elsewhere. The ledger is as it was before.",
  IPC_INVALID: "This is a defect of ours. Nothing was changed; please report it.",
  IPC_FORBIDDEN: "Nothing was changed. Choose the file again.",
  LEDGER_NOT_OPEN: "Open a ledger, or start a new one.",
  SNAPSHOT_GONE: "The ledger has changed since; it is read again.",
  JOB_RUNNING: "Wait until it ends, or cancel it. Nothing was changed.",
  WORK_LOST:
    "What the ledger held before stands, and nothing half done was kept. Try again; if it fails again, please report it.",
  HOST_LOST:
    "Nothing was lost: what was saved is in the ledger. Start `tieout serve` again and open its address.",
  SESSION_ENDED: "Open the address that `tieout serve` prints; each works once, for a minute.",
  USAGE: "See --help.",
  PORT_UNAVAILABLE: "Name another port, or 0 to take a free one.",
  NODE_TOO_OLD: "Run it as `npx tieout`, which uses the Node that the project brings.",
};

/** @returns one sentence, or two, on what to do about a code */
export function remedyFor(code: ErrorCode): string {
  return REMEDIES[code];
}
