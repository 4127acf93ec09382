/** Making and opening a ledger file. */
import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import { appendLink } from "./audit.ts";
import { backupBeforeMigration } from "./backup.ts";
import { closeLedger } from "./close.ts";
import {
  type ReadableLedger,
  type WritableLedger,
  connectForMaking,
  connectForReading,
  connectForWriting,
} from "./connection.ts";
import { logStandsBeside, lookAt } from "./look.ts";
import {
  MIGRATIONS,
  type Migration,
  SCHEMA_VERSION,
  migrate,
  refuseFuture,
  schemaVersion,
} from "./migrate.ts";
import { asDamage, guarded } from "./sqlite-error.ts";
import { syncFile, syncFolderOf } from "./sync.ts";

export { closeLedger } from "./close.ts";

export interface NewLedger {
  /** A fresh UUID. */
  readonly ledgerId: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/**
 * Makes a ledger that did not exist and opens it for writing. It appears under its name only when it is whole.
 *
 * @throws TieoutError EXPORT_TARGET when something stands there already; LEDGER_NOT_FOUND when the folder does not exist;
 *   LEDGER_DISK_FULL, LEDGER_READONLY
 */
export function createLedger(path: string, ledger: NewLedger): WritableLedger {
  const unfinished = startFile(path);
  try {
    guarded(path, () => closeLedger(laidAt(unfinished, ledger)));
    finishFile(unfinished, path);
  } finally {
    removeFile(unfinished);
  }
  return guarded(path, () => connectForWriting(path));
}

/**
 * Makes a ledger that did not exist and fills it before it appears under its name; when filling fails there is none.
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

/** Where a ledger is made before it gets its name. */
function startFile(path: string): string {
  refuseTaken(path);
  const unfinished = `${path}.${process.pid}.new`;
  removeFile(unfinished);
  return unfinished;
}

function laidAt(unfinished: string, ledger: NewLedger): WritableLedger {
  const db = connectForMaking(unfinished);
  try {
    lay(db, ledger);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function finishFile(unfinished: string, path: string): void {
  syncFile(unfinished);
  giveName(unfinished, path);
}

/** The error with the ledger's own path where it names the unfinished file. */
function underItsName(error: unknown, unfinished: string, path: string): unknown {
  if (!(error instanceof TieoutError) || error.facts.file !== unfinished) return error;
  return new TieoutError(error.code, error.message, { ...error.facts, file: path }, error.cause);
}

function refuseTaken(path: string): void {
  if (existsSync(path))
    throw new TieoutError("EXPORT_TARGET", "There is a file of this name already", { file: path });
  if (logStandsBeside(path)) {
    throw new TieoutError("EXPORT_TARGET", "The log of an earlier ledger of this name is still there", {
      file: `${path}-wal`,
    });
  }
  if (!existsSync(dirname(path)))
    throw new TieoutError("LEDGER_NOT_FOUND", "There is no such folder to make the ledger in", {
      file: path,
    });
}

/** What file systems that know no links say, those of USB sticks for one. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** A link, unlike a renaming, never replaces what another process may have put there meanwhile. */
function giveName(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch (error) {
    refuseTaken(path);
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(unfinished, path);
  }
  syncFolderOf(path);
}

function removeFile(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}

/** A ledger in memory: the same tables, nothing written anywhere. */
export function openInMemory(ledger: NewLedger): WritableLedger {
  const db = connectForWriting(":memory:");
  lay(db, ledger);
  return db;
}

function lay(db: WritableLedger, { ledgerId, atMs }: NewLedger): void {
  migrate(db);
  db.transaction(() => {
    db.prepare("INSERT INTO ledger (id, ledger_id, created_at_ms) VALUES (1, ?, ?)").run(ledgerId, atMs);
    appendLink(db, atMs, "created", { ledgerId, schema: SCHEMA_VERSION });
  }).immediate();
}

/**
 * Opens a ledger that only reads; a file or folder that may not be written will do.
 *
 * @throws TieoutError LEDGER_NOT_FOUND, LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_FROM_FUTURE, LEDGER_CORRUPT
 */
export function openForReading(path: string): ReadableLedger {
  lookAt(path, SCHEMA_VERSION);
  const { db, version } = connectToRead(path);
  try {
    refuseSchema(version, path, SCHEMA_VERSION);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A reading handle, and the schema version with what the log of a killed process says; the file's header may be older. */
function connectToRead(path: string): { readonly db: ReadableLedger; readonly version: number } {
  const db = guarded(path, () => connectForReading(path));
  try {
    const version = schemaVersion(db);
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return { db, version };
  } catch (error) {
    db.close();
    throw asDamage(error, path);
  }
}

/**
 * Opens a ledger for writing and brings an older schema up to date, after a backup beside it.
 *
 * @param migrations all steps known, in order of `to`
 * @throws TieoutError as `openForReading`, and LEDGER_READONLY, LEDGER_BUSY, MIGRATION_NOT_STARTED
 */
export async function openForWriting(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<WritableLedger> {
  const newest = migrations.length;
  lookAt(path, newest);
  refuseReadOnly(path);
  const { db: reading, version } = connectToRead(path);
  reading.close();
  refuseSchema(version, path, newest);
  if (version < newest) await backupBeforeMigration(path, version);
  return guarded(path, () => {
    const db = connectForWriting(path);
    try {
      migrate(db, migrations);
      return db;
    } catch (error) {
      closeLedger(db);
      throw error;
    }
  });
}

/** A file that its owner marked read-only stays as it is, also under an account that the mark does not bind. */
function refuseReadOnly(path: string): void {
  if ((statSync(path).mode & 0o222) !== 0) return;
  throw new TieoutError("LEDGER_READONLY", "The ledger is marked read-only", { file: path });
}

function refuseSchema(version: number, path: string, newest: number): void {
  refuseFuture(version, path, newest);
  // The number is set in the transaction that makes the first tables.
  if (version < 1) throw new TieoutError("LEDGER_CORRUPT", "The ledger has no tables", { file: path });
}
