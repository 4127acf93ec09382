/**
 * The closed union of error codes and, in one table, what people read of each: a new code does not compile
 * without its words. The sentence that says what happened comes with the error.
 */

const AGAIN = "Nothing was changed. Try again.";
export const KEEP = "Nothing was saved, and the ledger is unchanged.";
const TELL = `${KEEP} Look at that place in the response, and ask the provider about it.`;

export interface ErrorWords {
  /** What happened, in a few words, as the window heads it. */
  readonly title: string;
  /** What to do: a sentence or two. */
  readonly remedy: string;
  /** The same in the window, where `remedy` speaks of flags and commands. */
  readonly inWindow?: string;
  /** The same while the ledger is open for reading only, where "Try again" would name no button. */
  readonly readOnly?: string;
}

const ERRORS = {
  // the way to the service
  NET_UNREACHABLE: {
    title: "The service cannot be reached",
    remedy: "Check the base URL and the connection. Nothing was changed.",
  },
  NET_TIMEOUT: { title: "The service does not respond", remedy: AGAIN },
  NET_TRUNCATED: { title: "The response broke off", remedy: `${KEEP} Try again.` },
  NET_PROTOCOL: {
    title: "Unexpected response from the service",
    remedy: `${KEEP} Check that the base URL is that of the service, and that no proxy is in between.`,
  },
  NET_TOO_LARGE: { title: "The response is too large", remedy: KEEP },
  NET_REDIRECT: {
    title: "The service redirects elsewhere",
    remedy:
      "Tieout follows no redirects, because they could send the key elsewhere. Set the base URL to the right address.",
  },
  NET_TLS: {
    title: "The connection cannot be trusted",
    remedy:
      "The connection is not encrypted, or the certificate is not trusted. Check the base URL (https or http, and the port) and the system's certificates.",
  },
  NET_RATE_LIMITED: {
    title: "The service asks Tieout to wait",
    remedy: "Wait as long as the service asks, then try again. Nothing was changed.",
  },
  LOGIN_UNKNOWN: {
    title: "The result of the login is unknown",
    remedy: "Tieout never repeats a login by itself. Check the credentials, then try again.",
  },
  LOGIN_REFUSED: {
    title: "The service refused the login",
    remedy:
      "Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE and TIEOUT_PASSWORD, or the credentials file. Nothing was changed.",
    inWindow: "Check app id, secret key, phone and password. Nothing was changed.",
  },
  AUTH_EXPIRED: {
    title: "The service does not accept the key",
    remedy: `Check TIEOUT_SECRET_KEY, TIEOUT_APP_ID and the form of the Authorization value (--auth). ${KEEP}`,
    inWindow: `Check app id, secret key and the form of authorisation. ${KEEP}`,
  },
  SERVICE_ERROR: {
    title: "The service returned an error",
    remedy: `${KEEP} If the service does not know the path, check --base-url and --path-prefix.`,
    inWindow: `${KEEP} If the service does not know the path, check the base URL and path prefix.`,
  },
  CANCELLED: { title: "Cancelled", remedy: "Nothing else was changed." },
  // credentials
  SECRET_FORMAT: {
    title: "Invalid credential",
    remedy: "Copy the credential again, without line breaks or spaces around it.",
  },
  SECRET_MISSING: {
    title: "A credential is missing",
    remedy:
      "Set TIEOUT_SECRET_KEY and TIEOUT_APP_ID. To log in, also set TIEOUT_PHONE and TIEOUT_PASSWORD. Or name a credentials file with --credentials.",
    inWindow: "Enter the secret key and app id. To log in, also enter phone and password.",
  },
  SECRET_FILE: {
    title: "The credentials file cannot be used",
    remedy:
      "It must be a JSON file that only its owner can read, with baseUrl, secretKey, appId, phone and password as strings.",
    inWindow: "The window does not read credentials files. Type the credentials in Settings.",
  },
  SECRET_UNPROTECTED: {
    title: "This system offers no protection for secrets",
    remedy:
      "The credentials are kept in memory only. Enter them again at the next start. Nothing was written.",
  },
  SECRET_UNREADABLE: {
    title: "The credentials cannot be read",
    remedy:
      "Enter the credentials again. The stored ones were left unchanged, in case they can be read later.",
  },
  CONNECTION_MISSING: {
    title: "No connection is set up",
    remedy: "Set up the connection to the service in Settings, then pull again.",
  },
  // what the service or a file says
  PAYLOAD_NOT_JSON: { title: "The response is not JSON", remedy: TELL },
  PAYLOAD_ENCODING: { title: "The response is not UTF-8", remedy: TELL },
  PAYLOAD_EMPTY: { title: "The response is empty", remedy: TELL },
  PAYLOAD_DUPLICATE_KEY: { title: "The response states a field twice", remedy: TELL },
  PAYLOAD_AMOUNT: { title: "An amount is not a whole number", remedy: TELL },
  PAYLOAD_DEPTH: { title: "The response is nested too deeply", remedy: TELL },
  PAYLOAD_SCHEMA: { title: "The response does not match the interface", remedy: TELL },
  PAYLOAD_DATE: { title: "A date does not exist", remedy: TELL },
  PAYLOAD_SECRET: {
    title: "The service sends your key or password in its records",
    remedy:
      "Nothing was saved: a ledger keeps records as the service sends them. Change the key or password with the provider, tell them why, and pull again.",
  },
  IMPORT_FORMAT: {
    title: "The file has other content than expected",
    remedy:
      "Check each file and its option. --wallet, --transactions, --user and --business take a response of the service, saved unchanged. --review and --workbook take an exported .xlsx workbook. Nothing was saved.",
    inWindow:
      "Choose a workbook that Tieout exported, or a response of the service, saved unchanged. Nothing was imported.",
  },
  IMPORT_TOO_LARGE: { title: "The file is too large", remedy: KEEP },
  FILE_UNREADABLE: {
    title: "The file cannot be read",
    remedy: "Check the path and your permission to read it.",
    inWindow: "Check that it is still there and that you may read it. Nothing was changed.",
  },
  // the ledger
  LEDGER_NOT_FOUND: {
    title: "The ledger was not found",
    remedy: "Check the path. `tieout pull` and `tieout import` create a ledger in an existing folder.",
    inWindow: "It may have been moved or renamed, or its disk is not connected. Open it where it is now.",
  },
  LEDGER_VALUE: {
    title: "A value could not be saved",
    remedy: "This is a defect in Tieout. Nothing was changed. Please report it.",
  },
  LEDGER_LOCKED: {
    title: "The ledger is open elsewhere",
    remedy: "Close the other window or command that has this ledger open, then try again.",
  },
  LEDGER_BUSY: {
    title: "The ledger is busy",
    remedy: "Try again when the other program has finished. Saved data is unharmed.",
  },
  LEDGER_DISK_FULL: {
    title: "The disk is full",
    remedy: "Free some disk space and try again. Saved data is unharmed.",
    readOnly:
      "You can view and check the ledger, not change it. Nothing that was saved is lost. Free some space on its disk, then open the ledger again.",
  },
  LEDGER_DISK_ERROR: {
    title: "The disk reports an error",
    remedy:
      "Check the disk, its connection, and any limit on the size of your files. Then try again. Saved data is unharmed.",
    readOnly:
      "You can view and check the ledger, not change it. Check the disk, its connection, and any limit on the size of your files. Then open the ledger again.",
  },
  LEDGER_READONLY: {
    title: "The ledger is read-only",
    remedy: "You can view and check it, but not change it. Copy it to a folder that you can write to.",
  },
  LEDGER_TWO_NAMES: {
    title: "The ledger has two names",
    remedy:
      "You can view and check it, but not change it. Copy it to a new file and work with the copy, or remove the other name.",
  },
  LEDGER_CORRUPT: {
    title: "The ledger is damaged",
    remedy: "The file was left unchanged. Restore a backup, or replace it with your newest copy.",
    inWindow: "The file was not changed. Restore a backup, or replace it with your newest copy.",
  },
  LEDGER_FOREIGN: {
    title: "This is not a ledger",
    remedy: "Name a ledger that Tieout made, or restore a backup. The file was left unchanged.",
    inWindow: "The file was not changed. Restore a backup, or choose a ledger file (.tieout).",
  },
  LEDGER_EMPTY: {
    title: "The file is empty",
    remedy: "Restore a backup, or replace it with your newest copy.",
    inWindow: "The file was not changed. Restore a backup, or replace it with your newest copy.",
  },
  LEDGER_FROM_FUTURE: {
    title: "The ledger is from a newer Tieout",
    remedy: "Update Tieout to open it. The file was left unchanged.",
  },
  LEDGER_OTHER_USER: {
    title: "These records belong to another user",
    remedy: "A ledger belongs to one user. Use another ledger for this user. Nothing was changed.",
  },
  LEDGER_REPLACED: {
    title: "Another ledger has taken this file's place",
    remedy: "Nothing was written. Open the ledger again.",
  },
  LEDGER_OTHER: {
    title: "Another ledger is open now",
    remedy: "Nothing was written. Open the ledger it was meant for, and do it again.",
  },
  LEDGER_PAST: {
    title: "This is an earlier state",
    remedy: "Nothing was written. Go back to now to decide, match, close or export.",
  },
  MIGRATION_NOT_STARTED: {
    title: "The ledger could not be updated",
    remedy: "The ledger was left unchanged. Free space beside it for a backup and try again.",
  },
  AUDIT_MISMATCH: {
    title: "A record was changed outside Tieout",
    remedy: "The file was changed outside Tieout. Compare it with a backup.",
  },
  AUDIT_BROKEN: {
    title: "The audit trail is broken",
    remedy: "The audit trail was changed outside Tieout. Compare it with a backup.",
  },
  PACK_BROKEN: {
    title: "The evidence pack is broken",
    remedy: "Nothing was compared. Verify the pack to see which claims are broken. Ask for it again.",
  },
  AUDIT_TRUNCATED: {
    title: "The audit trail is cut short",
    remedy: "The file is older than the export, or its end was cut off. Look for the newer copy.",
  },
  // deciding on findings
  DECISION_CONFLICT: {
    title: "Somebody else decided first",
    remedy:
      "That decision stays, and nothing was written. Look at it with `tieout review`, then decide again.",
    inWindow: "That decision counts. Nothing was saved. Read it, then decide again.",
  },
  DECISION_INVALID: {
    title: "The decision cannot be saved",
    remedy: "Nothing was written. Correct it and try again.",
  },
  DECISION_NOT_FOUND: {
    title: "There is nothing to undo",
    remedy: "Nothing was written. List the decisions with `tieout review`.",
    inWindow: "Nothing was saved. Read the list of decisions again.",
  },
  FINDING_NOT_FOUND: {
    title: "The exception is no longer there",
    remedy:
      "Nothing was written. List the current findings with `tieout review`, for the same month and with the same options.",
    inWindow: "Nothing was saved. The ledger or the options have changed. Read the list again.",
  },
  FINDING_AMBIGUOUS: {
    title: "Several exceptions match",
    remedy: "Nothing was written. Give more digits of the fingerprint.",
    inWindow: "Nothing was saved. Choose the exception in the list.",
  },
  // matching by hand and closing a month
  MATCH_INVALID: {
    title: "These records cannot be matched",
    remedy: "Nothing was written. Correct it and match again.",
  },
  MATCH_CONFLICT: {
    title: "Matched or undone already",
    remedy:
      "Nothing was written. If another match is in the way, undo it first with `tieout match LEDGER --undo`.",
    inWindow: "The first decision counts. Nothing was saved. If another match is in the way, undo it first.",
  },
  MATCH_NOT_FOUND: {
    title: "The match to undo was not found",
    remedy: "Nothing was written. List the matches with `tieout match`.",
    inWindow: "Nothing was saved.",
  },
  CLOSE_STATE: {
    title: "This month has changed",
    remedy: "Nothing was written. List the months and their states with `tieout months`.",
    inWindow: "Nothing was saved. Check its status, then continue.",
  },
  CLOSE_REFUSED: {
    title: "The month cannot be prepared yet",
    remedy:
      "Nothing was written. Resolve this first, or prepare the month anyway with `--override` and a note that says why.",
    inWindow:
      "Nothing was saved. Resolve what is listed, or write a note that says why the month is prepared anyway.",
  },
  CLOSE_SAME_PERSON: {
    title: "Another person must review",
    remedy: "Nothing was written. Ask someone else to review the month.",
  },
  POINTS_OPEN: {
    title: "Review points wait for an answer",
    remedy: "Nothing was written. List them with `tieout points`, and answer each with `tieout answer`.",
    inWindow: "Nothing was saved. Answer each of them, then continue.",
  },
  POINT_INVALID: {
    title: "The point cannot be recorded so",
    remedy: "Nothing was written. Correct it and try again.",
  },
  KEY_INVALID: {
    title: "The keys cannot be changed so",
    remedy: "Nothing was written. List the keys with `tieout key list`.",
    inWindow: "Nothing was written. Settings lists the keys of this ledger.",
  },
  KEY_MISSING: {
    title: "This must be signed with a key",
    remedy: "Nothing was written. Give the key's file with --sign-with, or in TIEOUT_KEY_FILE.",
    inWindow:
      "Nothing was written. The key is on another computer, or in a file that Tieout has to be started with.",
  },
  KEY_DEMANDED: {
    title: "This ledger demands keys",
    remedy:
      "Nothing was written. Make a key with `tieout key new`, enrol it with `tieout key enrol`, and sign with it: --sign-with.",
    inWindow: "Nothing was written. Make a key in Settings. In a browser, start Tieout with a key's file.",
  },
  KEY_OTHER_NAME: {
    title: "The key is another person's",
    remedy: "Nothing was written. Sign under the name that the key was enrolled for, or with your own key.",
  },
  KEY_REVOKED: {
    title: "The key was revoked",
    remedy:
      "Nothing was written. Make another key with `tieout key new`, and enrol it with `tieout key enrol`.",
    inWindow: "Nothing was written. Make another key in Settings. In a browser, start Tieout with its file.",
  },
  KEY_UNKNOWN: {
    title: "The key is not enrolled",
    remedy: "Nothing was written. Enrol it with `tieout key enrol`.",
    inWindow: "Nothing was written. The key has to be enrolled in this ledger first.",
  },
  KEY_FILE: {
    title: "The key's file cannot be used",
    remedy: "It must be a file that `tieout key new` made and only its owner can read. Nothing was written.",
    inWindow: "It must be a key's file that Tieout made and only its owner can read. Nothing was written.",
  },
  KEY_SEALED: {
    title: "The passphrase does not open the key",
    remedy: "Nothing was written. Try again with the passphrase that the key was made with.",
  },
  POINT_NOT_FOUND: {
    title: "There is no such point",
    remedy: "Nothing was written. List the points with `tieout points`.",
    inWindow: "Nothing was saved. It may be a point of another ledger.",
  },
  CLOSE_CHANGED: {
    title: "The month has changed since it was prepared",
    remedy: "Nothing was signed. Look at the changes, prepare the month again, then sign.",
  },
  // the month's file and its evidence
  FILE_INVALID: {
    title: "The month's file cannot be changed so",
    remedy: "Nothing was written. Correct it and try again.",
  },
  EVIDENCE_INVALID: {
    title: "The file cannot be attached or withdrawn",
    remedy: "Nothing was attached or withdrawn. Correct it and try again.",
  },
  EVIDENCE_NOT_FOUND: {
    title: "This evidence is not in the ledger",
    remedy: "Nothing was changed. Look at the list of evidence again.",
  },
  EVIDENCE_NOT_OPENED: {
    title: "This evidence is not opened here",
    remedy: "Save it, and open it only if you trust whoever attached it.",
  },
  // a clock from outside
  TIME_STAMP_REFUSED: { title: "The time-stamp authority refused", remedy: KEEP },
  TIME_STAMP_INVALID: { title: "The time stamp does not verify", remedy: KEEP },
  // the books
  ACCOUNTS_INVALID: {
    title: "The accounts cannot be set so",
    remedy: "Nothing was written. Correct it and try again.",
  },
  ACCOUNTS_MISSING: {
    title: "The journal has amounts without an account",
    remedy: "Nothing was written. Set the accounts with tieout accounts.",
  },
  TRIAL_BALANCE_INVALID: {
    title: "The trial balance cannot be read",
    remedy: "Nothing was kept. Correct the file at that place, or export it from the program again.",
  },
  JOURNAL_REFUSED: {
    title: "The journal cannot be released so",
    remedy: "Nothing was released. Correct it and try again.",
  },
  // the bank
  BANK_STATEMENT_INVALID: {
    title: "The bank's file cannot be read",
    remedy: "Nothing was kept. Correct the file at that place, or get it from the bank again.",
  },
  // the letter to the provider
  LETTER_INVALID: {
    title: "This cannot be recorded of the letter",
    remedy: "Nothing was recorded. Correct it and try again.",
  },
  LETTER_NOT_FOUND: {
    title: "This letter is not in the ledger",
    remedy: "Nothing was recorded. tieout letters lists the letters with their references.",
  },
  PULL_STEP: {
    title: "This cannot be done with the pull",
    remedy: "Nothing was changed. tieout set-aside LEDGER lists the pulls with their numbers.",
  },
  PULL_VANISHING: {
    title: "Many records are missing from the service's answer",
    remedy: `${KEEP} Pull again later, and ask the provider. If they are gone for good, pull with --accept-vanished and what would vanish, --by and --note.`,
    inWindow: `${KEEP} Pull again later, and ask the provider. If they are gone for good, accept that they vanished.`,
  },
  // the workbook that comes back
  WORKBOOK_FOREIGN: {
    title: "The workbook is not from this ledger",
    remedy:
      "Name a workbook that Tieout wrote, and the ledger that it was exported from. Nothing was changed.",
  },
  // putting a backup back
  BACKUP_FOREIGN: {
    title: "The file is not a backup of this ledger",
    remedy: "Choose a backup of this ledger. Nothing was changed.",
  },
  BACKUP_SEALED: {
    title: "The backup is encrypted",
    remedy: "Run tieout restore with the passphrase that it was made with. Nothing was changed.",
  },
  BACKUP_CUT: {
    title: "The encrypted backup is damaged",
    remedy: "Copy it again from where it came, or choose another one. Nothing was changed.",
  },
  PASSPHRASE_INVALID: {
    title: "The passphrase is not accepted",
    remedy: "Choose a longer one, such as five random words. Nothing was written.",
  },
  // what is computed and written
  SUM_OVERFLOW: {
    title: "A sum is too large to be exact",
    remedy: "Nothing was rounded. These amounts cannot be right. Ask the provider.",
  },
  EXPORT_VALUE: {
    title: "A value could not be written",
    remedy: "This is a defect in Tieout. Nothing was written. Please report it.",
  },
  EXPORT_TARGET: {
    title: "The file could not be written",
    remedy: "Choose another place. An earlier file stays unchanged.",
  },
  EXPORT_EDITED: {
    title: "The file was edited after its export",
    remedy:
      "Tieout reads edits back from workbooks only. Export under another name, or use --replace. The file was left unchanged.",
    inWindow: "That file was not changed. Export under another name.",
  },
  PRINT_FAILED: {
    title: "The binder could not be printed",
    remedy:
      "Install Chrome, Edge or Chromium, or name one in TIEOUT_CHROMIUM. An earlier file stays unchanged.",
    inWindow: "Install Chrome, Edge or Chromium on this machine. An earlier file stays unchanged.",
  },
  OUTPUT_LOST: {
    title: "The output was lost",
    remedy: "Free some space for the output, or send it elsewhere. The ledger is unharmed.",
  },
  // between the window and what works for it
  IPC_INVALID: {
    title: "Invalid request",
    remedy: "This is a defect in Tieout. Nothing was changed. Please report it.",
  },
  IPC_FORBIDDEN: {
    title: "That file is not known here",
    remedy: "Nothing was changed. Choose the file again.",
  },
  LEDGER_NOT_OPEN: { title: "No ledger is open", remedy: "Open a ledger, or start a new one." },
  SNAPSHOT_GONE: { title: "The ledger has changed", remedy: "Tieout reads it again." },
  JOB_RUNNING: {
    title: "Another task is still running",
    remedy: "Wait until it is done, or cancel it. Nothing was changed.",
  },
  WORK_LOST: {
    title: "A background task has stopped",
    remedy: "Nothing was saved, and the ledger is unharmed. Try again. If it fails again, please report it.",
  },
  HOST_LOST: {
    title: "The connection to Tieout is lost",
    remedy: "Saved data is in the ledger. Start `tieout serve` again and open its address.",
    inWindow:
      "What was saved is in the ledger. This window reconnects by itself. If Tieout has stopped, start it again. It then opens a new window or prints a new address.",
  },
  SESSION_ENDED: {
    title: "This session has ended",
    remedy: "Open the address that `tieout serve` prints. Each works once, within a minute.",
    inWindow: "Stop Tieout and start it again. It then opens a new window or prints a new address.",
  },
  // how it was called
  USAGE: { title: "Check the input", remedy: "See --help.", inWindow: "Nothing was changed." },
  PORT_UNAVAILABLE: {
    title: "The port is taken",
    remedy: "Name another port, or 0 for a free one.",
    inWindow: "Another program uses the port. Nothing was changed. Try again.",
  },
  NODE_TOO_OLD: {
    title: "This version of Node is too old",
    remedy: "Run `npx tieout` inside the clone. It uses the Node that `npm ci` installed there.",
  },
} as const satisfies Readonly<Record<string, ErrorWords>>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];
export const ERROR_WORDS: Readonly<Record<ErrorCode, ErrorWords>> = ERRORS;
