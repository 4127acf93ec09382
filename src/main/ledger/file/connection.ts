/** The two kinds of handle of a ledger, the settings that every connection starts with, and closing. */
import Database from "better-sqlite3";
import { hasRoom, refuseWithoutRoom } from "./disk.ts";
import { countConnection, isInWalMode } from "./header.ts";

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A handle that can only read: SQLite itself refuses a write through one opened for reading. */
export type ReadableLedger = Database.Database & { readonly [readable]: true };
/** A handle that can also write. */
export type WritableLedger = ReadableLedger & { readonly [writable]: true };

/** Whoever reads walks tables from end to end and needs each page once. */
const READING_CACHE_KB = 4000;

/** How long a statement waits for another connection before LEDGER_BUSY. */
export const BUSY_MS = 3000;

/**
 * Opens a file for reading alone. Where a process was killed in the middle of opening or closing it, SQLite
 * must put the first page back before anyone can read, and only a handle that writes may do so. Where the
 * disk has no room for the index of the log that a killed process left, the log is read without one.
 *
 * @param patienceMs how long a statement waits for another connection; it blocks the thread meanwhile
 */
export function connectForReading(path: string, patienceMs = BUSY_MS): ReadableLedger {
  const alone = hasRoom(path) || !isInWalMode(path) ? null : readAlone(path);
  if (alone !== null) return alone;
  const connect = () => {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: patienceMs });
    return settled(db, () => {
      harden(db);
      db.pragma(`cache_size = -${READING_CACHE_KB}`);
    }) as ReadableLedger;
  };
  try {
    return connect();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== "SQLITE_READONLY_ROLLBACK") throw error;
    putFirstPageBack(path, patienceMs);
    return connect();
  }
}

/** SQLite does it by itself before the first read of a handle that may write; to settle one takes a read. */
function putFirstPageBack(path: string, patienceMs: number): void {
  settled(new Database(path, { fileMustExist: true, timeout: patienceMs }), harden).close();
}

/**
 * Opens a file, or with `:memory:` none, for reading and writing.
 *
 * @param patienceMs how long a statement waits for another connection; it blocks the thread meanwhile
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_DISK_ERROR where there is no room for a change; an error of
 *   SQLite's as it is
 */
export function connectForWriting(path: string, patienceMs = BUSY_MS): WritableLedger {
  if (path !== ":memory:") refuseWithoutRoom(path);
  // A ledger that was moved away a moment ago is not made again, empty.
  const db = new Database(path, { timeout: patienceMs, fileMustExist: path !== ":memory:" });
  return settled(db, () => {
    harden(db);
    beginLog(db, patienceMs);
    // Measured: better-sqlite3 falls back to NORMAL in WAL unless FULL is set after it.
    syncAll(db);
  }) as WritableLedger;
}

/** How long it waits before it tries again to begin the log, milliseconds. */
const RETRY_MS = 10;

/**
 * Has changes written to a log beside the file. Where another process begins or ends its log at that moment,
 * SQLite gives up at once instead of waiting.
 */
function beginLog(db: Database.Database, patienceMs: number): void {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      db.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
}

/**
 * Opens a file exclusively: no other process has it open, or can open it until it is closed. SQLite keeps the
 * index of its log in memory then, and needs no room for it.
 *
 * @throws an error of SQLite's as it is, SQLITE_BUSY where another has it open
 */
export function connectAlone(path: string, patienceMs = BUSY_MS): WritableLedger {
  const db = new Database(path, { timeout: patienceMs, fileMustExist: true });
  return settled(db, () => {
    db.pragma("locking_mode = EXCLUSIVE");
    harden(db);
    syncAll(db);
  }) as WritableLedger;
}

/** A handle for reading that needs no index beside the file; null where others have it open, and keep one. */
function readAlone(path: string): ReadableLedger | null {
  let db: WritableLedger;
  try {
    db = connectAlone(path, 0);
  } catch {
    return null;
  }
  try {
    db.pragma("journal_mode = DELETE");
    db.close();
    return null;
  } catch {
    // There is no room to merge the log, so it stays for the next reader.
    db.pragma("query_only = ON");
    return db;
  }
}

function syncAll(db: Database.Database): void {
  db.pragma("synchronous = FULL");
  if (process.platform !== "darwin") return;
  db.pragma("fullfsync = ON");
  db.pragma("checkpoint_fullfsync = ON");
}

/** The handle with its settings made; closed again when one of them cannot be. */
function settled(db: Database.Database, settle: (db: Database.Database) => void): Database.Database {
  countConnection(db);
  try {
    settle(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Of a new file few pages are needed again, the ends of its tables and the index of payrefs; what was read the system keeps. */
const MAKING_CACHE_KB = 8000;

/**
 * Opens a new file under a random name, to fill it: no log, no sync, because it is ignored until it is synced
 * and gets its name. What fails is rolled back from memory all the same.
 */
export function connectForMaking(path: string): WritableLedger {
  return settled(new Database(path), (db) => {
    harden(db);
    db.pragma("journal_mode = MEMORY");
    db.pragma(`cache_size = -${MAKING_CACHE_KB}`);
    db.pragma("synchronous = OFF");
  }) as WritableLedger;
}

/**
 * Opens a database of this process alone. What its cache has no room for is in a file without a name among the system's temporary ones,
 * which is gone with it, however it ends.
 */
export function connectInPassing(): WritableLedger {
  return settled(new Database(""), (db) => {
    harden(db);
    db.pragma("journal_mode = MEMORY");
    db.pragma("synchronous = OFF");
  }) as WritableLedger;
}

function harden(db: Database.Database): void {
  db.pragma("foreign_keys = ON");
  // Without it REPLACE deletes a row and the trigger that refuses deleting does not run.
  db.pragma("recursive_triggers = ON");
  db.pragma("trusted_schema = OFF");
  db.pragma("cell_size_check = ON");
  db.pragma("mmap_size = 0");
  db.pragma("cache_size = -32000");
}

/** Asks something once: for one value, `undefined` without a row, or all; by column, as lists, or by name. */
export function query<T>(db: Pick<Database.Database, "prepare">) {
  const named = (sql: string) => db.prepare<unknown[], T>(sql);
  const first = (sql: string) => named(sql).pluck();
  const listed = (sql: string) => named(sql).raw();
  return {
    value: (sql: string, ...given: unknown[]) => first(sql).get(...given),
    values: (sql: string, ...given: unknown[]) => first(sql).all(...given),
    list: (sql: string, ...given: unknown[]) => listed(sql).get(...given),
    lists: (sql: string, ...given: unknown[]) => listed(sql).all(...given),
    row: (sql: string, ...given: unknown[]) => named(sql).get(...given),
    rows: (sql: string, ...given: unknown[]) => named(sql).all(...given),
  };
}

/** How long closing waits for other handles before it leaves folding the log in to them. */
const PATIENCE_MS = 200;

/** Closes a handle; the last writer leaves one file that is the whole ledger. */
export function closeLedger(db: ReadableLedger): void {
  if (!db.readonly && !db.memory && db.open) {
    try {
      db.pragma(`busy_timeout = ${PATIENCE_MS}`);
      db.pragma("wal_checkpoint(TRUNCATE)");
      db.pragma("journal_mode = DELETE");
    } catch {
      // Another handle is open; the log stays beside the file and the last to close folds it in.
    }
  }
  db.close();
}

/** The ledger's own id, given when it was made. */
export function ledgerIdOf(db: ReadableLedger): string {
  return db.prepare<[], string>("SELECT ledger_id FROM ledger").pluck().get() ?? "";
}

/** Whether SQLite gave up because another connection is in the way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/u.test(error.code);
}
