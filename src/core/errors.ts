/**
 * The closed union of error codes and the one error type that carries them.
 *
 * A code reaches the command line and the window; the sentence says what happened with the facts in it;
 * `remedies.ts` says what to do. A broken invariant is a plain Error instead: it is a defect of ours.
 */
export const ERROR_CODES = [
  // the way to the service
  "NET_UNREACHABLE",
  "NET_TIMEOUT",
  "NET_TRUNCATED",
  "NET_PROTOCOL",
  "NET_TOO_LARGE",
  "NET_REDIRECT",
  "NET_TLS",
  "NET_RATE_LIMITED",
  "LOGIN_UNKNOWN",
  "LOGIN_REFUSED",
  "AUTH_EXPIRED",
  "SERVICE_ERROR",
  "CANCELLED",
  // credentials
  "SECRET_FORMAT",
  "SECRET_MISSING",
  "SECRET_FILE",
  "SECRET_UNPROTECTED",
  "SECRET_UNREADABLE",
  "CONNECTION_MISSING",
  // what the service or a file says
  "PAYLOAD_NOT_JSON",
  "PAYLOAD_ENCODING",
  "PAYLOAD_EMPTY",
  "PAYLOAD_DUPLICATE_KEY",
  "PAYLOAD_AMOUNT",
  "PAYLOAD_DEPTH",
  "PAYLOAD_SCHEMA",
  "PAYLOAD_DATE",
  "PAYLOAD_SECRET",
  "IMPORT_FORMAT",
  "IMPORT_TOO_LARGE",
  "FILE_UNREADABLE",
  // the ledger
  "LEDGER_NOT_FOUND",
  "LEDGER_VALUE",
  "LEDGER_LOCKED",
  "LEDGER_BUSY",
  "LEDGER_DISK_FULL",
  "LEDGER_DISK_ERROR",
  "LEDGER_READONLY",
  "LEDGER_TWO_NAMES",
  "LEDGER_CORRUPT",
  "LEDGER_FOREIGN",
  "LEDGER_EMPTY",
  "LEDGER_FROM_FUTURE",
  "LEDGER_OTHER_USER",
  "LEDGER_REPLACED",
  "LEDGER_OTHER",
  "LEDGER_PAST",
  "MIGRATION_NOT_STARTED",
  "AUDIT_MISMATCH",
  "AUDIT_BROKEN",
  "AUDIT_TRUNCATED",
  // deciding on findings
  "DECISION_CONFLICT",
  "DECISION_INVALID",
  "DECISION_NOT_FOUND",
  "FINDING_NOT_FOUND",
  "FINDING_AMBIGUOUS",
  // matching by hand and closing a month
  "MATCH_INVALID",
  "MATCH_CONFLICT",
  "MATCH_NOT_FOUND",
  "CLOSE_STATE",
  "CLOSE_REFUSED",
  "CLOSE_SAME_PERSON",
  "CLOSE_CHANGED",
  // the month's file and its evidence
  "FILE_INVALID",
  "EVIDENCE_INVALID",
  "EVIDENCE_NOT_FOUND",
  "EVIDENCE_NOT_OPENED",
  // the letter to the provider
  "LETTER_INVALID",
  "LETTER_NOT_FOUND",
  "PULL_STEP",
  "PULL_VANISHING",
  // the workbook that comes back
  "WORKBOOK_FOREIGN",
  // putting a backup back
  "BACKUP_FOREIGN",
  // what is computed and written
  "SUM_OVERFLOW",
  "EXPORT_VALUE",
  "EXPORT_TARGET",
  "EXPORT_EDITED",
  "PRINT_FAILED",
  "OUTPUT_LOST",
  // between the window and what works for it
  "IPC_INVALID",
  "IPC_FORBIDDEN",
  "LEDGER_NOT_OPEN",
  "SNAPSHOT_GONE",
  "JOB_RUNNING",
  "WORK_LOST",
  "HOST_LOST",
  "SESSION_ENDED",
  // how it was called
  "USAGE",
  "PORT_UNAVAILABLE",
  "NODE_TOO_OLD",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The place of the fault and its remedy, as far as they are known. Values are safe to show: never a secret.
 */
export interface ErrorFacts {
  /** The file, or the endpoint's path for a response of the service. */
  readonly file?: string;
  /** The record, for example `walletID 77` or `record 12`. */
  readonly record?: string;
  /** The field's path inside the record, for example `fee.scrowfee`. */
  readonly field?: string;
  /** How many records of each kind would vanish. */
  readonly vanished?: { readonly entries: number; readonly transactions: number };
  /** What to do, in a sentence or two, where the remedy of the code would miss the cause. */
  readonly remedy?: string;
}

/** An expected failure: one sentence for people, one code for programs. */
export class TieoutError extends Error {
  override readonly name = "TieoutError";
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, sentence: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.code = code;
    this.facts = facts;
  }
}

/**
 * One line for a terminal or a log: code, sentence, where. A file's name may hold anything; control
 * characters are blanks.
 *
 * @example `PAYLOAD_AMOUNT: 1.5 is not an integer (wallet.json, walletID 77, balance)`
 */
export function formatError(error: TieoutError): string {
  const where = [error.facts.file, error.facts.record, error.facts.field].filter(
    (part) => part !== undefined && part !== "",
  );
  // The service's own message may already end with a full stop.
  const said =
    where.length === 0 ? error.message : `${error.message.replace(/\.$/u, "")} (${where.join(", ")})`;
  return `${error.code}: ${said}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}][\p{Cc}\s]*/gu, " ");
}
