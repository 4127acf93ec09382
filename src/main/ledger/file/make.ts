/**
 * Makes ledgers, and copies of them: a file gets its name when it is whole, a copy when it was read whole, or not at
 * all.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  readSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { TieoutError } from "../../../core/errors.ts";
import { appendLink, writeAlone } from "./audit.ts";
import {
  closeLedger,
  type WritableLedger,
  connectForMaking,
  connectForWriting,
  connectInPassing,
  BUSY_MS,
  connectAlone,
  connectForReading,
} from "./connection.ts";
import { isTaken, logStandsBeside, lookAt, reading } from "./header.ts";
import { SCHEMA_VERSION, layTables, schemaVersion } from "./schema.ts";
import { UNFINISHED, makerOf, refuseLongNew, unfinishedName } from "./names.ts";
import { syncFile, syncFolderOf, unwritten, hasRoom } from "./disk.ts";
import { guarded, ledgerError } from "./sqlite-error.ts";

interface NewLedger {
  /** A fresh UUID. */
  readonly ledgerId: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/**
 * Makes a ledger that did not exist and opens it for writing. It appears under its name only when it is
 * whole.
 *
 * @throws TieoutError EXPORT_TARGET when something is there already, or the name is too long;
 *   LEDGER_NOT_FOUND when the folder does not exist; LEDGER_DISK_FULL, LEDGER_DISK_ERROR
 */
export function createLedger(path: string, ledger: NewLedger): WritableLedger {
  const unfinished = startFile(path);
  try {
    guarded(path, () => closeLedger(laidAt(unfinished, ledger)));
    finishFile(unfinished, path);
  } catch (error) {
    throw underItsName(error, unfinished, path);
  } finally {
    removeFile(unfinished);
  }
  return guarded(path, () => connectForWriting(path));
}

/**
 * Makes a ledger that did not exist and fills it before it appears under its name; when filling fails, none
 * remains.
 *
 * @returns what `fill` returns
 * @throws TieoutError as `createLedger`, and whatever `fill` throws
 */
export async function createFilledLedger<T>(
  path: string,
  ledger: NewLedger,
  fill: (db: WritableLedger) => Promise<T>,
): Promise<T> {
  const unfinished = startFile(path);
  try {
    const db = guarded(path, () => laidAt(unfinished, ledger));
    try {
      const filled = await fill(db);
      closeLedger(db);
      finishFile(unfinished, path);
      return filled;
    } finally {
      db.close();
    }
  } catch (error) {
    throw underItsName(error, unfinished, path);
  } finally {
    removeFile(unfinished);
  }
}

/** Where a ledger is made before it gets its name: a place that no other process thinks of. */
function startFile(path: string): string {
  refuseLongNew(path);
  refuseTaken(path);
  return unfinishedName(path);
}

/** Bytes of a page: rows that are only added, and read from end to end, take less time in larger pages. */
const PASSING_PAGE_BYTES = 16_384;

/**
 * Makes a temporary ledger in a private place: no log, no sync, and no check of foreign keys, because what is
 * put into it is compared with a ledger, or copied from one, whose keys are checked.
 *
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_READONLY
 */
export function makePassingLedger(path: string, ledger: NewLedger): WritableLedger {
  return guarded(path, () => {
    const db = laidAt(path, ledger, PASSING_PAGE_BYTES);
    db.pragma("foreign_keys = OFF");
    return db;
  });
}

/** @param pageBytes those of SQLite where left out */
function laidAt(unfinished: string, ledger: NewLedger, pageBytes?: number): WritableLedger {
  // Records of money are their owner's alone until the owner decides otherwise; where it cannot be made
  // SQLite says why.
  makePrivate(unfinished, 0o600);
  const db = connectForMaking(unfinished);
  try {
    // It holds for a file that has no table yet.
    if (pageBytes !== undefined) db.pragma(`page_size = ${pageBytes}`);
    lay(db, ledger);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * An empty file that did not exist.
 *
 * @throws the system's error where something has this name; where it cannot be made for another reason there
 *   is none
 */
function makePrivate(path: string, mode: number): void {
  try {
    closeSync(openSync(path, "wx", mode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
  }
}

/** @throws TieoutError EXPORT_TARGET, LEDGER_DISK_FULL, LEDGER_DISK_ERROR */
function finishFile(unfinished: string, path: string): void {
  try {
    syncFile(unfinished);
    giveName(unfinished, path);
  } catch (error) {
    const noRoom = "The disk is full, and no ledger was created";
    const sentence = "The system could not keep the new ledger";
    throw unwritten(error, path, noRoom, { code: "LEDGER_DISK_ERROR", sentence });
  }
}

/** The error with the ledger's own path where it names the unfinished file. */
function underItsName(error: unknown, unfinished: string, path: string): unknown {
  if (!(error instanceof TieoutError)) return error;
  const { code, message, facts, cause } = error;
  if (facts.file !== unfinished && facts.file !== path) return error;
  // There is nothing yet that could be viewed all the same.
  if (code === "LEDGER_READONLY" || code === "LEDGER_NOT_FOUND") {
    return new TieoutError("EXPORT_TARGET", "No ledger can be created in this folder", { file: path }, cause);
  }
  return new TieoutError(code, message, { ...facts, file: path }, cause);
}

function refuseTaken(path: string): void {
  if (isTaken(path))
    throw new TieoutError("EXPORT_TARGET", "A file with this name already exists", { file: path });
  if (logStandsBeside(path)) {
    throw new TieoutError("EXPORT_TARGET", "The log of an earlier ledger with this name is still there", {
      file: `${path}-wal`,
    });
  }
  if (!existsSync(dirname(path)))
    throw new TieoutError("LEDGER_NOT_FOUND", "The folder for the ledger does not exist", {
      file: path,
    });
}

/** What file systems that know no links say, those of USB sticks for one. */
export const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Names a finished ledger by a link, which replaces nothing. @throws TieoutError EXPORT_TARGET if taken */
export function giveName(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch (error) {
    refuseTaken(path);
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(unfinished, path);
  }
  syncFolderOf(path);
}

/** Removes a file that is not needed, with what SQLite keeps beside it. */
export function removeFile(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}

/** A ledger that was not whole when its maker last wrote to it. */
export interface UnfinishedFile {
  readonly name: string;
  /** The process of this machine that made it; null of another machine, and where the name says none. */
  readonly maker: number | null;
  /** When it was written last, milliseconds UTC; Infinity where that cannot be told. */
  readonly writtenMs: number;
}

/** Removes a folder's abandoned unfinished files; what cannot be looked at or removed is left. */
export function removeUnfinishedFiles(folder: string, isAbandoned: (file: UnfinishedFile) => boolean): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (!UNFINISHED.test(name)) continue;
    const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (!isAbandoned({ name, maker: makerOf(path), writtenMs })) continue;
    try {
      removeFile(path);
    } catch {
      // It is its owner's to remove.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A ledger of this process alone: the same tables, and no file that has a name. */
export function openInPassing(ledger: NewLedger): WritableLedger {
  const db = connectInPassing();
  lay(db, ledger);
  return db;
}

function lay(db: WritableLedger, { ledgerId, atMs }: NewLedger): void {
  layTables(db);
  writeAlone(db, () => {
    db.prepare("INSERT INTO ledger (id, ledger_id, created_at_ms) VALUES (1, ?, ?)").run(ledgerId, atMs);
    appendLink(db, atMs, "created", { ledgerId, schema: SCHEMA_VERSION });
  });
}

/**
 * Keeps a copy of a ledger of an older schema beside it, one per schema: made in a temporary file, reopened,
 * checked, synced and renamed.
 *
 * @param version the schema it has
 * @param patienceMs how long it waits for another process; a few seconds when not given
 * @throws TieoutError LEDGER_BUSY, MIGRATION_NOT_STARTED; what was under the backup's name before is
 *   untouched
 */
export async function backupBeforeMigration(
  path: string,
  version: number,
  patienceMs?: number,
): Promise<void> {
  const backup = `${path}.schema-${version}.backup`;
  const unfinished = unfinishedName(backup);
  try {
    await copyLedger(path, unfinished, undefined, patienceMs);
    // Another process may have migrated meanwhile, and kept a backup of its own.
    if (checkCopy(unfinished, path) !== version) return;
    syncFile(unfinished);
    renameSync(unfinished, backup);
    syncFolderOf(backup);
  } catch (error) {
    const known = ledgerError(error, path);
    // Whoever waits for other writers tries again.
    if (known instanceof TieoutError && known.code === "LEDGER_BUSY") throw known;
    throw new TieoutError("MIGRATION_NOT_STARTED", notBackedUp(known, backup), { file: path }, error);
  } finally {
    removeFile(unfinished);
  }
}

function notBackedUp(error: unknown, backup: string): string {
  const known = copyingError(error, backup, NO_ROOM);
  const refused = { code: "EXPORT_TARGET", sentence: "The backup cannot be written" } as const;
  const told = unwritten(known, backup, NO_ROOM, refused);
  const why = told instanceof TieoutError ? `. ${told.message}` : "";
  return `The backup before the update failed${why}`;
}

/** How far a copy is, in pages of the file. Raising an error in it ends the copying with that error. */
type OnPages = (done: number, total: number) => void;

/**
 * Copies a ledger as of one moment, log and all, into one file of another name: made in a temporary file
 * beside it, reopened, checked, synced and only then given its name.
 *
 * @param replace whether a ledger that is there already may go
 * @param prove refuses, by raising an error, a copy that must not get its name
 * @throws TieoutError EXPORT_TARGET when the place cannot be taken; LEDGER_* when the ledger cannot be read
 *   or its copy does not hold; what `prove` raises; what was there before is untouched then
 */
export async function copyLedgerTo(
  path: string,
  to: string,
  replace: boolean,
  onPages: OnPages,
  prove: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = unfinishedName(to);
  try {
    await copyWhole(path, unfinished, onPages);
    await prove(unfinished);
    if (replace) {
      renameSync(unfinished, to);
      syncFolderOf(to);
    } else giveName(unfinished, to);
  } catch (error) {
    throw copyingError(ledgerError(error, path), to, NO_ROOM);
  } finally {
    removeFile(unfinished);
  }
}

/**
 * Copies a ledger as of one moment into one checked and synced file under a random name.
 *
 * @throws an error of SQLite's or the file system's as it is; TieoutError LEDGER_CORRUPT where the copy does
 *   not hold
 */
export async function copyWhole(path: string, unfinished: string, onPages: OnPages): Promise<void> {
  let pages = 0;
  await copyLedger(path, unfinished, (done, total) => {
    pages = total;
    onPages(done, total);
  });
  try {
    checkCopy(unfinished, path);
  } catch (error) {
    throw isInputOutput(error) ? writingError(error, unfinished) : error;
  }
  onPages(pages, pages);
  lookAt(unfinished, SCHEMA_VERSION);
  syncFile(unfinished);
}

/** Why no backup was made. */
export const NO_ROOM = "There is no space for the backup, and none was made";

/**
 * The error of a copy: the ledger itself is only read, so what may not be written, or has no room, is the
 * copy.
 *
 * @param noRoom the sentence where the disk is full
 */
export function copyingError(error: unknown, to: string, noRoom: string): unknown {
  if (!(error instanceof TieoutError)) return error;
  const { code, message, cause } = error;
  if (code === "LEDGER_DISK_FULL") return new TieoutError(code, noRoom, { file: to }, cause);
  if (code === "EXPORT_TARGET") return new TieoutError(code, message, { file: to }, cause);
  if (code !== "LEDGER_READONLY") return error;
  return new TieoutError("EXPORT_TARGET", "Tieout cannot write there", { file: to }, cause);
}

/**
 * Copies a ledger as of one moment, log and all, page by page; the copy is not checked.
 *
 * @param patienceMs how long it waits for another process that keeps readers out
 * @throws an error of SQLite's as it is; TieoutError EXPORT_TARGET where the system cannot write the copy,
 *   LEDGER_DISK_FULL, LEDGER_BUSY
 */
export async function copyLedger(
  path: string,
  copy: string,
  onPages: OnPages = () => {},
  patienceMs = BUSY_MS,
): Promise<void> {
  const db = connectForReading(path, patienceMs);
  try {
    // Readable only by those who may read the ledger; its owner may always write it.
    makePrivate(copy, (statSync(path).mode & 0o777) | 0o600);
    const refuseStalled = refusingStalled(path, patienceMs);
    const { totalPages: pages } = await db.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        refuseStalled(remainingPages);
        onPages(totalPages - remainingPages, totalPages);
        return PAGES_AT_ONCE;
      },
    });
    // Where another process is in the way of the first step, the library returns an empty copy as a whole
    // one.
    if (pages === 0) throw busyError(path);
  } catch (error) {
    throw isInputOutput(error) && canReadWhole(path) ? writingError(error, copy) : error;
  } finally {
    db.close();
  }
}

/** The library tries a step again for ever while another process is in its way. */
function refusingStalled(path: string, patienceMs: number): (remaining: number) => void {
  let last = -1;
  let sinceMs = 0;
  return (remaining) => {
    const nowMs = performance.now();
    if (remaining !== last) [last, sinceMs] = [remaining, nowMs];
    else if (nowMs - sinceMs >= patienceMs) throw busyError(path);
  };
}

function busyError(path: string): TieoutError {
  return new TieoutError("LEDGER_BUSY", "Another program is using the ledger", { file: path });
}

function writingError(cause: unknown, copy: string): TieoutError {
  return hasRoom(copy)
    ? new TieoutError("EXPORT_TARGET", "The system cannot write the copy", { file: copy }, cause)
    : new TieoutError("LEDGER_DISK_FULL", NO_ROOM, { file: copy }, cause);
}

function isInputOutput(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_IOERR");
}

/** SQLite does not report which of two files failed; a failing copy does not mean a damaged ledger. */
function canReadWhole(path: string): boolean {
  const block = Buffer.alloc(1024 * 1024);
  try {
    reading(path, (handle) => {
      for (let at = 0, read = 1; read > 0; at += read) read = readSync(handle, block, 0, block.length, at);
    });
    return true;
  } catch {
    return false;
  }
}

/** Between two steps of so many pages, 4 MB, others have their turn. */
const PAGES_AT_ONCE = 1000;

/**
 * Checks a copy and returns its schema version. The copy of a ledger in use says that it has a log beside it;
 * opened and closed once, it is one whole file.
 */
function checkCopy(path: string, of: string): number {
  const copy = connectAlone(path);
  try {
    copy.pragma("journal_mode = DELETE");
    const verdict = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") {
      const sentence = `The ledger must be damaged, because its copy is: ${String(verdict)}`;
      throw new TieoutError("LEDGER_CORRUPT", sentence, { file: of });
    }
    return schemaVersion(copy);
  } finally {
    closeLedger(copy);
  }
}
