/**
 * The lock's file: a small database with one table and one row. It is beside a ledger that may come from
 * anybody, so its content is checked before SQLite opens it, and only our own table is read.
 */
import { closeSync, lstatSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import { TieoutError } from "../../../../core/errors.ts";
import { isBusy } from "../busy.ts";
import { ledgerError } from "../sqlite-error.ts";
import { integer, objectOf, text } from "../../../../schema/parts.ts";
import { isStored } from "../../../../schema/stored.ts";
import { moment } from "../../../../schema/values.ts";

/** Who holds a lock. */
export interface Holder {
  /** Different each time a lock is taken. */
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  /** The program's name, for people. */
  readonly program: string;
  readonly sinceMs: number;
}

const holderSchema = objectOf<Holder>({
  token: text,
  pid: integer,
  host: text,
  program: text,
  sinceMs: moment,
});

export const HOLDER_TABLE = "CREATE TABLE holder (document TEXT NOT NULL)";

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
export function refuseNoLockFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.nlink === 1)) return;
  const what = stats.isFile() || stats.isSymbolicLink() ? "a link" : "not a file";
  throw new TieoutError("LEDGER_READONLY", `The lock beside the ledger is ${what}. Remove it to write`, {
    file: path,
  });
}

/**
 * Opens the lock, and makes it where there is none.
 *
 * @param ledger for the error
 * @returns null for a file that is no lock
 * @throws TieoutError LEDGER_READONLY
 */
export function openLockFile(path: string, ledger: string): Database.Database | null {
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
    if (isNoDatabase(error)) return false;
    throw error;
  }
}

function isNoDatabase(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/u.test(error.code);
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
export function findLockFile(path: string): Database.Database | null {
  try {
    refuseNoLockFile(path);
    if (!isSmall(path)) return null;
    return new Database(path, { timeout: LOOK_MS, fileMustExist: true });
  } catch {
    return null;
  }
}

/** What an open lock says; null where it says nothing, or is no lock. */
export function readHolder(db: Database.Database): Holder | null {
  try {
    if (!isLockFile(db)) return null;
    const document = db.prepare<[], string>("SELECT document FROM holder LIMIT 1").pluck().get();
    const holder: unknown = document === undefined ? null : JSON.parse(document);
    return isStored(holderSchema, holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Whether it has the one table of a lock, and nothing else: a view or trigger of that name would be run. */
export function isLockFile(db: Database.Database): boolean {
  return schemaOf(db).join("\n") === HOLDER_TABLE;
}

function schemaOf(db: Database.Database): (string | null)[] {
  return db.prepare<[], string | null>("SELECT sql FROM sqlite_schema LIMIT 2").pluck().all();
}

function isSmall(path: string): boolean {
  return (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) <= MOST_BYTES;
}
