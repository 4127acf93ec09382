/**
 * What a change needs of the disk, and what disk and SQLite answer where they refuse: their errors become
 * Tieout's in one place.
 */
import { statSync, closeSync, openSync, rmSync, statfsSync, writeSync, fsyncSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { type ErrorCode, TieoutError } from "../../../core/errors.ts";
import { oddValueError } from "../records/odd-values.ts";
import { unfinishedName } from "./names.ts";

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

/** Whether SQLite gave up because another connection is in the way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/u.test(error.code);
}

/** The index takes 32 KB at once; with less than this no change fits beside it. In bytes. */
const ROOM_BYTES = 64 * 1024;
/**
 * The system's errors for a folder in which no file can be made: SQLite finds that out by itself, and may not
 * need to.
 */
const NO_FILES = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/**
 * Tries out whether the disk of a ledger takes what a change needs. Only writing shows it: quotas and limits
 * on the size of a file are in no count of free blocks.
 *
 * @param path the ledger's
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_DISK_ERROR; nothing was written to the ledger then
 */
export function refuseWithoutRoom(path: string): void {
  try {
    tryOut(unfinishedName(path));
  } catch (error) {
    if (NO_FILES.has((error as NodeJS.ErrnoException).code ?? "")) return;
    throw unwritten(error, path, "The disk is full", (code) => {
      const sentence = `The system cannot write beside the ledger: ${code}`;
      return new TieoutError("LEDGER_DISK_ERROR", sentence, { file: path }, error);
    });
  }
}

/** The file has no name while it is filled, where the system allows that: a killed process leaves nothing. */
function tryOut(path: string): void {
  const handle = openSync(path, "wx", 0o600);
  try {
    removeEarly(path);
    for (let done = 0; done < ROOM_BYTES;) done += writeSync(handle, Buffer.alloc(ROOM_BYTES - done));
  } finally {
    closeSync(handle);
    rmSync(path, { force: true });
  }
}

function removeEarly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // It is removed when it is closed.
  }
}

/** Whether a file's disk counts room for a change; true where that is unknown. */
export function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return true;
  }
}

/** Syncs a file's bytes. */
export function syncFile(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs the folder a file is in; where the system cannot sync a folder (Windows), nothing is done. */
export function syncFolderOf(path: string): void {
  let handle: number;
  try {
    handle = openSync(dirname(path), "r");
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch {
    // Some file systems refuse; the file's own bytes are synced already.
  } finally {
    closeSync(handle);
  }
}

/**
 * The error to throw for what a write threw.
 *
 * @param noRoom the sentence where the disk is full
 * @param otherwise the error for any other refusal, by the system's code, e.g. `EACCES`
 */
export function unwritten(
  error: unknown,
  file: string,
  noRoom: string,
  otherwise: (code: string) => TieoutError,
): unknown {
  if (error instanceof TieoutError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new TieoutError("LEDGER_DISK_FULL", noRoom, { file }, error);
  }
  return code !== undefined && /^E[A-Z]+$/u.test(code) ? otherwise(code) : error;
}
