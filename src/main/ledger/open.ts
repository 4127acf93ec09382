/** Making, opening and closing a ledger file. A file is looked at before SQLite touches it. */
import { closeSync, existsSync, linkSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import { appendLink } from "./audit.ts";
import { backupBeforeMigration } from "./backup.ts";
import {
  APPLICATION_ID,
  type ReadableLedger,
  type WritableLedger,
  connectForReading,
  connectForWriting,
} from "./connection.ts";
import { SCHEMA_VERSION, migrate, refuseFuture } from "./migrate.ts";
import { guarded } from "./sqlite-error.ts";

export interface NewLedger {
  /** A fresh UUID. */
  readonly ledgerId: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/**
 * Makes a ledger that did not exist and opens it for writing. It appears under its name only when it is whole.
 *
 * @throws TieoutError EXPORT_TARGET when something stands there already; LEDGER_DISK_FULL, LEDGER_READONLY
 */
export function createLedger(path: string, ledger: NewLedger): WritableLedger {
  if (existsSync(path))
    throw new TieoutError("EXPORT_TARGET", "There is a file of this name already", { file: path });
  const unfinished = `${path}.${process.pid}.new`;
  try {
    guarded(path, () => {
      const db = connectForWriting(unfinished);
      lay(db, ledger);
      closeLedger(db);
      linkSync(unfinished, path);
    });
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${unfinished}${suffix}`, { force: true });
  }
  return guarded(path, () => connectForWriting(path));
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
  const version = lookAt(path);
  refuseFuture(version, path);
  return guarded(path, () => {
    const db = connectForReading(path);
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  });
}

/**
 * Opens a ledger for writing and brings an older schema up to date, after a backup beside it.
 *
 * @throws TieoutError as `openForReading`, and LEDGER_READONLY, LEDGER_BUSY, MIGRATION_NOT_STARTED
 */
export async function openForWriting(path: string): Promise<WritableLedger> {
  const version = lookAt(path);
  refuseFuture(version, path);
  if (version < SCHEMA_VERSION) await backupBeforeMigration(path, version);
  return guarded(path, () => {
    const db = connectForWriting(path);
    migrate(db);
    return db;
  });
}

/** Closes a handle; the last writer leaves one file that is the whole ledger. */
export function closeLedger(db: ReadableLedger): void {
  if (!db.readonly && !db.memory) {
    try {
      db.pragma("wal_checkpoint(TRUNCATE)");
      db.pragma("journal_mode = DELETE");
    } catch {
      // Another handle still reads; the log stays beside the file and the next one to close folds it in.
    }
  }
  db.close();
}

/** Reads the file's first bytes and returns its schema version. */
function lookAt(path: string): number {
  if (!existsSync(path)) throw new TieoutError("LEDGER_NOT_FOUND", "There is no such ledger", { file: path });
  if (!statSync(path).isFile()) throw new TieoutError("LEDGER_FOREIGN", "This is not a file", { file: path });
  const header = Buffer.alloc(100);
  let length: number;
  try {
    const handle = openSync(path, "r");
    try {
      length = readSync(handle, header, 0, header.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new TieoutError("FILE_UNREADABLE", "The ledger cannot be read", { file: path }, error);
  }
  if (length === 0) throw new TieoutError("LEDGER_EMPTY", "The file is empty", { file: path });
  if (
    header.toString("latin1", 0, 16) !== "SQLite format 3\u0000" ||
    header.readUInt32BE(68) !== APPLICATION_ID
  ) {
    throw new TieoutError("LEDGER_FOREIGN", "The file is not a ledger of Tieout", { file: path });
  }
  return header.readUInt32BE(60);
}
