/**
 * The lock of a window: while it has a ledger open, other processes may read the ledger and not write to it.
 *
 * It is a small database beside the ledger, with one table and one row. The holder's name is in that row, and
 * an open writing transaction is the lock itself, so that the system takes it away together with the process,
 * however that ends. A file that is left counts for nothing; as it may come from anybody, its content is checked
 * before SQLite opens it, and only our own table is read.
 */
import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  realpathSync,
  rmSync,
  statSync,
  closeSync,
  lstatSync,
  openSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { TieoutError } from "../../../core/errors.ts";
import { sayInstant } from "../../../core/time.ts";
import { isBusy, query } from "./connection.ts";
import { ledgerError } from "./sqlite-error.ts";
import { isTaken, lookAt, refuseNoFile, refuseReadOnly } from "./header.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { refuseOtherNames } from "./names.ts";
import { type Shaped, integer, shapedAs, text } from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { moment } from "../../../schema/values.ts";

export interface LedgerLock {
  /** Lets go; done twice it does nothing. */
  release(): void;
}

/** Each time another let go in between. */
const ATTEMPTS = 5;

/** The path of a ledger's lock, also of a missing ledger. */
export function lockPath(ledger: string): string {
  return `${realLedgerPath(ledger).replace(/\.tieout$/u, "")}.tieout-lock`;
}

/** By whatever folder's name a ledger is opened, it has one place, also when gone. No ledger is a link. */
export function realLedgerPath(ledger: string): string {
  return join(realpathSync(dirname(ledger)), basename(ledger));
}

/**
 * Takes the lock of a ledger that exists.
 *
 * @param program the name shown to others that are refused, e.g. `Tieout 0.1.0`
 * @param nowMs milliseconds UTC
 * @throws TieoutError LEDGER_LOCKED naming who holds it and since when; LEDGER_READONLY where nothing can be
 *   written; LEDGER_TWO_NAMES; LEDGER_BUSY where others open and close it all the time; what a file that is no ledger raises
 */
export function takeLock(ledger: string, program: string, nowMs: number): LedgerLock {
  lookAt(ledger, SCHEMA_VERSION);
  return takeLockOf(ledger, program, nowMs);
}

/**
 * As `takeLock`, for a path with anything at it, also a damaged ledger or nothing, to put a whole ledger
 * there.
 *
 * @throws TieoutError LEDGER_LOCKED, LEDGER_READONLY, LEDGER_TWO_NAMES, LEDGER_BUSY
 */
export function takeLockOf(ledger: string, program: string, nowMs: number): LedgerLock {
  refuseNoFile(ledger);
  if (isTaken(ledger)) refuseReadOnly(ledger);
  refuseUnwritable(ledger);
  refuseOtherNames(ledger);
  for (let attempt = 1; ; attempt += 1) {
    const holder = { token: randomUUID(), pid: process.pid, host: hostname(), program, sinceMs: nowMs };
    const db = holdAs(ledger, holder);
    if (db !== null) return lockOf(db, lockPath(ledger), holder);
    if (attempt < ATTEMPTS) continue;
    throw new TieoutError("LEDGER_BUSY", "Other windows keep opening and closing the ledger", {
      file: ledger,
    });
  }
}

/**
 * Refuses to write while another process holds the lock; this one's own threads may. It does not wait.
 *
 * @throws TieoutError LEDGER_LOCKED; LEDGER_READONLY where what has the lock's name is no file of its own
 */
export function refuseLocked(ledger: string): void {
  const path = lockPath(ledger);
  refuseNoLockFile(path);
  const holder = holderOf(path);
  if (holder === null) return;
  if (holder !== "unknown" && holder.pid === process.pid && holder.host === hostname()) return;
  throw locked(ledger, holder);
}

/** The current holder of the lock of that name; null without one. */
function holderOf(path: string): Holder | "unknown" | null {
  const db = findLockFile(path);
  if (db === null) return null;
  try {
    db.exec("BEGIN IMMEDIATE");
    db.exec("ROLLBACK");
    return null;
  } catch (error) {
    // Whatever else is wrong with the file, nobody holds a lock on it.
    return isBusy(error) ? (readHolder(db) ?? "unknown") : null;
  } finally {
    db.close();
  }
}

function lockOf(db: Database.Database, path: string, holder: Holder): LedgerLock {
  return {
    release() {
      if (!db.open) return;
      // Removed while it is held, it cannot be another's by then; where an open file cannot be removed, it is
      // afterwards.
      const isGone = !standsAs(path, holder) || remove(path);
      db.close();
      if (!isGone) remove(path);
    },
  };
}

/** @returns whether it could be; a file that is left is ignored */
function remove(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Writes who holds the lock, and holds it. @returns null when another came in between */
function holdAs(ledger: string, holder: Holder): Database.Database | null {
  const path = lockPath(ledger);
  const db = openLockFile(path, ledger);
  if (db === null) {
    // Whatever it is, it is no lock.
    remove(path);
    return null;
  }
  try {
    // Its content is not needed after a power cut.
    db.pragma("synchronous = OFF");
    db.exec("BEGIN IMMEDIATE");
  } catch (error) {
    const who = readHolder(db) ?? "unknown";
    db.close();
    if (isBusy(error)) throw locked(ledger, who);
    throw ledgerError(error, ledger);
  }
  try {
    if (!isLockFile(db)) db.exec(HOLDER_TABLE);
    db.exec("DELETE FROM holder");
    db.prepare("INSERT INTO holder VALUES (?)").run(JSON.stringify(holder));
    db.exec("COMMIT");
    shareAsLedger(path, ledger);
    db.exec("BEGIN IMMEDIATE");
    if (standsAs(path, holder)) return db;
    db.close();
    return null;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw ledgerError(error, ledger);
  }
}

/** Everybody who may write to the ledger must be able to see the lock. */
function shareAsLedger(path: string, ledger: string): void {
  try {
    chmodSync(path, statSync(ledger).mode & 0o666);
  } catch {
    // The file is one that another account left, or nothing is at the ledger's name.
  }
}

/** Whether the held file has that name and says so: another process may have removed or rewritten it. */
function standsAs(path: string, { token }: Holder): boolean {
  const db = findLockFile(path);
  if (db === null) return false;
  try {
    return readHolder(db)?.token === token;
  } finally {
    db.close();
  }
}

function locked(ledger: string, holder: Holder | "unknown"): TieoutError {
  const who =
    holder === "unknown"
      ? "another window"
      : `${holder.program} (process ${holder.pid} on ${holder.host}) since ${sayInstant(holder.sinceMs)}`;
  return new TieoutError("LEDGER_LOCKED", `The ledger is open in ${who}`, { file: ledger });
}

function refuseUnwritable(ledger: string): void {
  try {
    if (isTaken(ledger)) accessSync(ledger, constants.W_OK);
    accessSync(dirname(ledger), constants.W_OK);
  } catch (error) {
    throw new TieoutError(
      "LEDGER_READONLY",
      "You have no permission to write to the ledger or its folder",
      { file: ledger },
      error,
    );
  }
}

const HOLDER = {
  /** Different each time a lock is taken. */
  token: text,
  pid: integer,
  host: text,
  /** The program's name, for people. */
  program: text,
  sinceMs: moment,
};
type Holder = Shaped<typeof HOLDER>;
const holderSchema = shapedAs<Holder>(HOLDER);

const HOLDER_TABLE = "CREATE TABLE holder (document TEXT NOT NULL)";

/** How long to wait for one that only reads the lock; its holder keeps it longer. */
const LOOK_MS = 250;
/** A lock has two pages. */
const MOST_BYTES = 64 * 1024;

/**
 * Refuses links, hard ones too, and whatever else is no file: a lock is written, emptied and removed, and a
 * link would have that done to another file.
 *
 * @throws TieoutError LEDGER_READONLY
 */
function refuseNoLockFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.nlink === 1)) return;
  const what = stats.isFile() || stats.isSymbolicLink() ? "a link" : "not a file";
  throw new TieoutError("LEDGER_READONLY", `The lock beside the ledger is ${what}. Remove it to write`, {
    file: path,
  });
}

/** Opens the lock, or makes it; null for what is no lock. @throws TieoutError LEDGER_READONLY */
function openLockFile(path: string, ledger: string): Database.Database | null {
  refuseNoLockFile(path);
  makeEmpty(path);
  const db = opened(path, ledger);
  try {
    // Another may have taken the name in between.
    refuseNoLockFile(path);
    if (isSmall(path) && isUsable(db)) return db;
  } catch (error) {
    db.close();
    throw ledgerError(error, ledger);
  }
  db.close();
  return null;
}

function opened(path: string, ledger: string): Database.Database {
  try {
    return new Database(path, { timeout: LOOK_MS });
  } catch (error) {
    throw ledgerError(error, ledger);
  }
}

/** Whether it is a lock, or an empty file to make one of. */
function isUsable(db: Database.Database): boolean {
  try {
    const schema = schemaOf(db);
    return schema.length === 0 || schema.join("\n") === HOLDER_TABLE;
  } catch (error) {
    if (isBusy(error)) return true;
    if (error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/u.test(error.code)) return false;
    throw error;
  }
}

/** A new file is made without following a link; where it cannot be made SQLite says why. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // It is there already.
  }
}

/** The lock of that name; null where there is none, or another file. */
function findLockFile(path: string): Database.Database | null {
  try {
    refuseNoLockFile(path);
    if (!isSmall(path)) return null;
    return new Database(path, { timeout: LOOK_MS, fileMustExist: true });
  } catch {
    return null;
  }
}

/** What an open lock says; null where it says nothing, or is no lock. */
function readHolder(db: Database.Database): Holder | null {
  try {
    if (!isLockFile(db)) return null;
    const document = query<string>(db).value("SELECT document FROM holder LIMIT 1");
    const holder: unknown = document === undefined ? null : JSON.parse(document);
    return isStored(holderSchema, holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Whether it has the one table of a lock, and nothing else: a view or trigger of that name would be run. */
function isLockFile(db: Database.Database): boolean {
  return schemaOf(db).join("\n") === HOLDER_TABLE;
}

function schemaOf(db: Database.Database): (string | null)[] {
  return query<string | null>(db).values("SELECT sql FROM sqlite_schema LIMIT 2");
}

function isSmall(path: string): boolean {
  return (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) <= MOST_BYTES;
}
