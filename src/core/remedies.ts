/** What to do about each error code: a sentence or two, the same in terminal and window. */
import type { ErrorCode, TieoutError } from "./errors.ts";

const AGAIN = "Nothing was changed. Try again.";
/** Where nothing of what came is kept. */
export const KEEP_REMEDY = "Nothing was saved, and the ledger is unchanged.";
const TELL = `${KEEP_REMEDY} Look at that place in the response, and ask the provider about it.`;

/** Where a file cannot be written: what its causes ask for. */
export const MISSING_FOLDER_REMEDY = "Create the folder, or choose another place.";
export const OPEN_FILE_REMEDY = "Close it there, or choose another place. The file stays unchanged.";
/** Of a workbook alone are edits read back. */
export const EDITED_WORKBOOK_REMEDY =
  "Import a reviewer's ticks and notes first with `tieout import --review`. Then export under another name, or use --replace. The file was left unchanged.";

/** Where the service says that it failed itself: its address is right. */
export const SERVICE_FAILED_REMEDY = `${KEEP_REMEDY} The service itself failed: try again later. If it goes on, ask the provider, whose server keeps a log of it.`;
export const NUMBERS_AS_TEXTS_REMEDY = `${KEEP_REMEDY} Ask the provider to send numbers as numbers, without quotes, as their interface says.`;

const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  NET_UNREACHABLE: "Check the base URL and the connection. Nothing was changed.",
  NET_TIMEOUT: `The service did not respond in time. ${AGAIN}`,
  NET_TRUNCATED: `${KEEP_REMEDY} Try again.`,
  NET_PROTOCOL: `${KEEP_REMEDY} Check that the base URL is that of the service, and that no proxy is in between.`,
  NET_TOO_LARGE: KEEP_REMEDY,
  NET_REDIRECT:
    "Tieout follows no redirects, because they could send the key elsewhere. Set the base URL to the right address.",
  NET_TLS:
    "The connection is not encrypted, or the certificate is not trusted. Check the base URL (https or http, and the port) and the system's certificates.",
  NET_RATE_LIMITED: "Wait as long as the service asks, then try again. Nothing was changed.",
  LOGIN_UNKNOWN: "Tieout never repeats a login by itself. Check the credentials, then try again.",
  LOGIN_REFUSED:
    "Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE and TIEOUT_PASSWORD, or the credentials file. Nothing was changed.",
  AUTH_EXPIRED: `Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID and the form of the Authorization value (--auth). ${KEEP_REMEDY}`,
  SERVICE_ERROR: `${KEEP_REMEDY} If the service does not know the path, check --base-url and --path-prefix.`,
  CANCELLED: "Nothing else was changed.",
  SECRET_FORMAT: "Copy the credential again, without line breaks or spaces around it.",
  SECRET_MISSING:
    "Set TIEOUT_SECRET_KEY and TIEOUT_APP_ID. To log in, also set TIEOUT_PHONE and TIEOUT_PASSWORD. Or name a credentials file with --credentials.",
  SECRET_FILE:
    "It must be a JSON file that only its owner can read, with baseUrl, secretKey, appId, phone and password as strings.",
  SECRET_UNPROTECTED:
    "The credentials are kept in memory only. Enter them again at the next start. Nothing was written.",
  SECRET_UNREADABLE:
    "Enter the credentials again. The stored ones were left unchanged, in case they can be read later.",
  CONNECTION_MISSING: "Set up the connection to the service in Settings, then pull again.",
  PAYLOAD_NOT_JSON: TELL,
  PAYLOAD_ENCODING: TELL,
  PAYLOAD_EMPTY: TELL,
  PAYLOAD_DUPLICATE_KEY: TELL,
  PAYLOAD_AMOUNT: TELL,
  PAYLOAD_DEPTH: TELL,
  PAYLOAD_SCHEMA: TELL,
  PAYLOAD_DATE: TELL,
  PAYLOAD_SECRET:
    "Nothing was saved: a ledger keeps records as the service sends them. Change the key or password with the provider, tell them why, and pull again.",
  IMPORT_FORMAT:
    "Check each file and its option. --wallet, --transactions, --user and --business take a response of the service, saved unchanged. --review and --workbook take an exported .xlsx workbook. Nothing was saved.",
  IMPORT_TOO_LARGE: KEEP_REMEDY,
  FILE_UNREADABLE: "Check the path and your permission to read it.",
  LEDGER_NOT_FOUND:
    "Check the path. `tieout pull` and `tieout import` create a ledger in an existing folder.",
  LEDGER_VALUE: "This is a defect in Tieout. Nothing was changed. Please report it.",
  LEDGER_LOCKED: "Close the other window or command that has this ledger open, then try again.",
  LEDGER_BUSY: "Try again when the other program has finished. Saved data is unharmed.",
  LEDGER_DISK_FULL: "Free some disk space and try again. Saved data is unharmed.",
  LEDGER_DISK_ERROR:
    "Check the disk, its connection, and any limit on the size of your files. Then try again. Saved data is unharmed.",
  LEDGER_READONLY: "You can view and check it, but not change it. Copy it to a folder that you can write to.",
  LEDGER_TWO_NAMES:
    "You can view and check it, but not change it. Copy it to a new file and work with the copy, or remove the other name.",
  LEDGER_CORRUPT: "The file was left unchanged. Restore a backup, or replace it with your newest copy.",
  LEDGER_FOREIGN: "Name a ledger that Tieout made, or restore a backup. The file was left unchanged.",
  LEDGER_EMPTY: "Restore a backup, or replace it with your newest copy.",
  LEDGER_FROM_FUTURE: "Update Tieout to open it. The file was left unchanged.",
  LEDGER_OTHER_USER: "A ledger belongs to one user. Use another ledger for this user. Nothing was changed.",
  LEDGER_REPLACED: "Nothing was written. Open the ledger again.",
  LEDGER_OTHER: "Nothing was written. Open the ledger it was meant for, and do it again.",
  LEDGER_PAST: "Nothing was written. Go back to now to decide, match, close or export.",
  MIGRATION_NOT_STARTED: "The ledger was left unchanged. Free space beside it for a backup and try again.",
  AUDIT_MISMATCH: "The file was changed outside Tieout. Compare it with a backup.",
  AUDIT_BROKEN: "The audit trail was changed outside Tieout. Compare it with a backup.",
  AUDIT_TRUNCATED: "The file is older than the export, or its end was cut off. Look for the newer copy.",
  DECISION_CONFLICT:
    "That decision stays, and nothing was written. Look at it with `tieout review`, then decide again.",
  DECISION_INVALID: "Nothing was written. Correct it and try again.",
  DECISION_NOT_FOUND: "Nothing was written. List the decisions with `tieout review`.",
  FINDING_NOT_FOUND:
    "Nothing was written. List the current findings with `tieout review`, for the same month and with the same options.",
  FINDING_AMBIGUOUS: "Nothing was written. Give more digits of the fingerprint.",
  MATCH_INVALID: "Nothing was written. Correct it and match again.",
  MATCH_CONFLICT:
    "Nothing was written. If another match is in the way, undo it first with `tieout match LEDGER --undo`.",
  MATCH_NOT_FOUND: "Nothing was written. List the matches with `tieout match`.",
  CLOSE_STATE: "Nothing was written. List the months and their states with `tieout months`.",
  CLOSE_REFUSED:
    "Nothing was written. Resolve this first, or prepare the month anyway with `--override` and a note that says why.",
  CLOSE_SAME_PERSON: "Nothing was written. Ask someone else to sign off.",
  CLOSE_CHANGED: "Nothing was signed. Look at the changes, prepare the month again, then sign.",
  FILE_INVALID: "Nothing was written. Correct it and try again.",
  EVIDENCE_INVALID: "Nothing was attached or withdrawn. Correct it and try again.",
  EVIDENCE_NOT_FOUND: "Nothing was changed. Look at the list of evidence again.",
  LETTER_INVALID: "Nothing was recorded. Correct it and try again.",
  LETTER_NOT_FOUND: "Nothing was recorded. tieout letters lists the letters with their references.",
  PULL_STEP: "Nothing was changed. tieout set-aside LEDGER lists the pulls with their numbers.",
  PULL_VANISHING: `${KEEP_REMEDY} Pull again later, and ask the provider. If they are gone for good, pull with --accept-vanished and what would vanish, --by and --note.`,
  EVIDENCE_NOT_OPENED: "Save it, and open it only if you trust whoever attached it.",
  WORKBOOK_FOREIGN:
    "Name a workbook that Tieout wrote, and the ledger that it was exported from. Nothing was changed.",
  BACKUP_FOREIGN: "Choose a backup of this ledger. Nothing was changed.",
  SUM_OVERFLOW: "Nothing was rounded. These amounts cannot be right. Ask the provider.",
  EXPORT_VALUE: "This is a defect in Tieout. Nothing was written. Please report it.",
  EXPORT_TARGET: "Choose another place. An earlier file stays unchanged.",
  EXPORT_EDITED:
    "Tieout reads edits back from workbooks only. Export under another name, or use --replace. The file was left unchanged.",
  PRINT_FAILED:
    "Install Chrome, Edge or Chromium, or name one in TIEOUT_CHROMIUM. An earlier file stays unchanged.",
  OUTPUT_LOST: "Free some space for the output, or send it elsewhere. The ledger is unharmed.",
  IPC_INVALID: "This is a defect in Tieout. Nothing was changed. Please report it.",
  IPC_FORBIDDEN: "Nothing was changed. Choose the file again.",
  LEDGER_NOT_OPEN: "Open a ledger, or start a new one.",
  SNAPSHOT_GONE: "The ledger has changed since. Tieout reads it again.",
  JOB_RUNNING: "Wait until it is done, or cancel it. Nothing was changed.",
  WORK_LOST: "Nothing was saved, and the ledger is unharmed. Try again. If it fails again, please report it.",
  HOST_LOST: "Saved data is in the ledger. Start `tieout serve` again and open its address.",
  SESSION_ENDED: "Open the address that `tieout serve` prints. Each works once, within a minute.",
  USAGE: "See --help.",
  PORT_UNAVAILABLE: "Name another port, or 0 for a free one.",
  NODE_TOO_OLD: "Run `npx tieout` inside the clone. It uses the Node that `npm ci` installed there.",
};

/** @returns one sentence, or two, on what to do about a code */
export function remedyFor(code: ErrorCode): string {
  return REMEDIES[code];
}

/** @returns what to do about an error: its own remedy where it has one, else that of its code */
export function remedyOf({ code, facts }: TieoutError): string {
  return facts.remedy ?? remedyFor(code);
}
