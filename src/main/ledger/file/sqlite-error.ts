/** Maps SQLite's errors to Tieout's error codes, in one place. */
import { statSync } from "node:fs";
import type { ErrorCode } from "../../../core/error-codes.ts";
import Database from "better-sqlite3";
import { TieoutError } from "../../../core/errors.ts";
import { oddValueError } from "../records/odd-values.ts";
import { hasRoom } from "./disk.ts";

/** Ours by the beginning of SQLite's code: the first that fits counts. */
const CODES: readonly (readonly [prefix: string, code: ErrorCode, sentence: string])[] = [
  ["SQLITE_FULL", "LEDGER_DISK_FULL", "The disk is full"],
  ["SQLITE_READONLY", "LEDGER_READONLY", "You have no permission to write to the ledger"],
  ["SQLITE_BUSY", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_LOCKED", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_PROTOCOL", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_CORRUPT", "LEDGER_CORRUPT", "The ledger is damaged"],
  ["SQLITE_NOTADB", "LEDGER_CORRUPT", "The ledger is damaged"],
  ["SQLITE_IOERR_SHORT_READ", "LEDGER_CORRUPT", "The ledger cannot be read completely"],
  ["SQLITE_IOERR_CORRUPTFS", "LEDGER_CORRUPT", "The ledger cannot be read completely"],
  ["SQLITE_IOERR_READ", "LEDGER_DISK_ERROR", "The system cannot read the ledger"],
  ["SQLITE_IOERR", "LEDGER_DISK_ERROR", "The system cannot write the ledger"],
  ["SQLITE_CANTOPEN", "LEDGER_READONLY", "The ledger cannot be opened here"],
  ["SQLITE_MISMATCH", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_DATATYPE", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_CHECK", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_NOTNULL", "LEDGER_VALUE", "A value is missing"],
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
    const differs = "A document in the ledger differs from what was written";
    return new TieoutError("LEDGER_CORRUPT", differs, { file }, error);
  }
  const known = CODES.find(([prefix]) => error.code.startsWith(prefix));
  if (known === undefined) return error;
  const [, code, sentence] = known;
  if (error.code.startsWith("SQLITE_CANTOPEN") && !isThere(file)) {
    return new TieoutError("LEDGER_NOT_FOUND", "There is no such ledger", { file }, error);
  }
  // SQLite reports a full disk only for some writes; for others it only reports a failure.
  if (code === "LEDGER_DISK_ERROR" && error.code !== "SQLITE_IOERR_READ" && !hasRoom(file)) {
    return new TieoutError("LEDGER_DISK_FULL", "The disk is full", { file }, error);
  }
  return new TieoutError(code, sentence, { file }, error);
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
