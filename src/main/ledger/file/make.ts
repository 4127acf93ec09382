/** Creates a ledger: it gets its name when it is whole, or not at all. */
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { appendLink } from "../trail/audit.ts";
import { closeLedger } from "./close-handle.ts";
import { type WritableLedger, connectForMaking, connectForWriting } from "./connection.ts";
import { isTaken, logStandsBeside } from "./inspect-header.ts";
import { SCHEMA_VERSION } from "./migrate.ts";
import { refuseLongNew, unfinishedName } from "./names.ts";
import { layTables } from "./schema.ts";
import { guarded } from "./sqlite-error.ts";
import { syncFile, syncFolderOf } from "./disk/sync.ts";
import { unwritten } from "./disk/unwritten.ts";
import { writeAlone } from "./write-alone.ts";

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
/** Of these pages few are needed again, and those that were read are the system's to keep. */
const PASSING_CACHE_KB = 8000;

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
    db.pragma(`cache_size = -${PASSING_CACHE_KB}`);
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
export function makePrivate(path: string, mode: number): void {
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
    throw unwritten(error, path, "The disk is full, and no ledger was created", (code) => {
      const sentence = `The system could not keep the new ledger: ${code}`;
      return new TieoutError("LEDGER_DISK_ERROR", sentence, { file: path }, error);
    });
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

/**
 * Gives a finished ledger its name. A link, unlike a renaming, never replaces what another process may have
 * put there meanwhile.
 *
 * @throws TieoutError EXPORT_TARGET when something is there
 */
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

/** A ledger in memory: the same tables, nothing written anywhere. */
export function openInMemory(ledger: NewLedger): WritableLedger {
  const db = connectForWriting(":memory:");
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
