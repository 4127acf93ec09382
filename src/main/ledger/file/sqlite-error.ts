/** Maps SQLite's errors to Tieout's error codes, in one place. */
import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { type ErrorCode, TieoutError } from "../../../core/errors.ts";
import { oddValueError } from "../records/odd-values.ts";
import { hasRoom } from "./room.ts";

const CODES: readonly { readonly prefix: string; readonly code: ErrorCode; readonly sentence: string }[] = [
  { prefix: "SQLITE_FULL", code: "LEDGER_DISK_FULL", sentence: "The disk is full" },
  {
    prefix: "SQLITE_READONLY",
    code: "LEDGER_READONLY",
    sentence: "You have no permission to write to the ledger",
  },
  { prefix: "SQLITE_BUSY", code: "LEDGER_BUSY", sentence: "Another program is using the ledger" },
  { prefix: "SQLITE_LOCKED", code: "LEDGER_BUSY", sentence: "Another program is using the ledger" },
  { prefix: "SQLITE_PROTOCOL", code: "LEDGER_BUSY", sentence: "Another program is using the ledger" },
  { prefix: "SQLITE_CORRUPT", code: "LEDGER_CORRUPT", sentence: "The ledger is damaged" },
  { prefix: "SQLITE_NOTADB", code: "LEDGER_CORRUPT", sentence: "The ledger is damaged" },
  {
    prefix: "SQLITE_IOERR_SHORT_READ",
    code: "LEDGER_CORRUPT",
    sentence: "The ledger cannot be read completely",
  },
  {
    prefix: "SQLITE_IOERR_CORRUPTFS",
    code: "LEDGER_CORRUPT",
    sentence: "The ledger cannot be read completely",
  },
  { prefix: "SQLITE_IOERR_READ", code: "LEDGER_DISK_ERROR", sentence: "The system cannot read the ledger" },
  { prefix: "SQLITE_IOERR", code: "LEDGER_DISK_ERROR", sentence: "The system cannot write the ledger" },
  { prefix: "SQLITE_CANTOPEN", code: "LEDGER_READONLY", sentence: "The ledger cannot be opened here" },
  { prefix: "SQLITE_MISMATCH", code: "LEDGER_VALUE", sentence: "A value does not fit its column" },
  { prefix: "SQLITE_CONSTRAINT_DATATYPE", code: "LEDGER_VALUE", sentence: "A value does not fit its column" },
  { prefix: "SQLITE_CONSTRAINT_CHECK", code: "LEDGER_VALUE", sentence: "A value does not fit its column" },
  { prefix: "SQLITE_CONSTRAINT_NOTNULL", code: "LEDGER_VALUE", sentence: "A value is missing" },
];

/**
 * Runs work on a ledger and turns SQLite's failures into ours; an AUDIT_MISMATCH of a record is given its
 * file, any other error passes as it is.
 *
 * @param file the ledger's path, for the error
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_DISK_ERROR, LEDGER_READONLY, LEDGER_BUSY, LEDGER_CORRUPT,
 *   LEDGER_VALUE
 */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ledgerError(error, file);
  }
}

/** The error to throw for what a statement threw. */
export function ledgerError(error: unknown, file: string): unknown {
  if (error instanceof TieoutError && error.code === "AUDIT_MISMATCH" && error.facts.file === undefined) {
    return new TieoutError(error.code, error.message, { ...error.facts, file }, error.cause);
  }
  if (error instanceof TieoutError) return error;
  // A defect of ours, unless the failing value was written by another program.
  if (!(error instanceof Database.SqliteError)) return oddValueError(file, error) ?? error;
  // What the statements look into as JSON was written as JSON.
  if (error.message === "malformed JSON") {
    const sentence = "A document in the ledger differs from what was written";
    return new TieoutError("LEDGER_CORRUPT", sentence, { file }, error);
  }
  const known = CODES.find(({ prefix }) => error.code.startsWith(prefix));
  if (known === undefined) return error;
  if (error.code.startsWith("SQLITE_CANTOPEN") && !isThere(file)) {
    return new TieoutError("LEDGER_NOT_FOUND", "There is no such ledger", { file }, error);
  }
  // SQLite reports a full disk only for some writes; for others it only reports a failure.
  if (known.code === "LEDGER_DISK_ERROR" && error.code !== "SQLITE_IOERR_READ" && !hasRoom(file)) {
    return new TieoutError("LEDGER_DISK_FULL", "The disk is full", { file }, error);
  }
  return new TieoutError(known.code, known.sentence, { file }, error);
}

/** Also for what may not be inspected. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * The error to throw for what reading the file's own structure threw: a statement that cannot fail on a
 * ledger as it was made and fails nevertheless says that the file is damaged.
 */
export function asDamage(error: unknown, file: string): unknown {
  if (error instanceof Database.SqliteError && error.code === "SQLITE_ERROR") {
    return new TieoutError("LEDGER_CORRUPT", "The ledger cannot be read completely", { file }, error);
  }
  return ledgerError(error, file);
}
