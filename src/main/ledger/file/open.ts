/** Opening a ledger file, and telling whether it still is the one that was opened. */
import { statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { backupBeforeMigration } from "./make.ts";
import {
  closeLedger,
  type ReadableLedger,
  type WritableLedger,
  connectForReading,
  connectForWriting,
  ledgerIdOf,
  query,
} from "./connection.ts";
import { refuseLocked } from "./lock.ts";
import { lookAt, refuseReadOnly, refuseFuture } from "./header.ts";
import {
  MIGRATIONS,
  type Migration,
  SCHEMA_VERSION,
  migrate,
  schemaVersion,
  refuseOtherSchema,
} from "./schema.ts";
import { fileNumber, refuseOtherNames } from "./names.ts";
import { asDamage, guarded } from "./sqlite-error.ts";

/**
 * Opens a ledger that only reads; a file or folder that may not be written will do.
 *
 * @throws TieoutError LEDGER_NOT_FOUND, LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_FROM_FUTURE, LEDGER_CORRUPT
 */
export function openForReading(path: string): ReadableLedger {
  const db = openUncompared(path);
  return looked(db, path, () => {
    refuseOtherSchema(db, path);
    return db;
  });
}

/**
 * As `openForReading`, without comparing the schema, to report every difference. Nothing but the list of
 * tables may be read through it until they have.
 */
export function openUncompared(path: string): ReadableLedger {
  lookAt(path, SCHEMA_VERSION);
  const { db, version } = connectToRead(path);
  return looked(db, path, () => {
    refuseSchema(version, path, SCHEMA_VERSION);
    return db;
  });
}

/** Looks at a file's own structure; the handle is closed where that fails. */
function looked<T>(db: ReadableLedger, path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    db.close();
    throw asDamage(error, path);
  }
}

/** A reading handle and the schema version with what a killed process's log says; a header may be older. */
function connectToRead(
  path: string,
  patienceMs?: number,
): { readonly db: ReadableLedger; readonly version: number } {
  const db = guarded(path, () => connectForReading(path, patienceMs));
  return looked(db, path, () => {
    const version = schemaVersion(db);
    query(db).row("SELECT count(*) FROM sqlite_schema");
    return { db, version };
  });
}

/**
 * Opens a ledger for writing and brings an older schema up to date, after a backup beside it.
 *
 * @param migrations all steps known, in order of `to`
 * @param patienceMs how long each statement waits for another process; a few seconds when not given
 * @param expected what was open under this name before; undefined for any ledger
 * @throws TieoutError as `openForReading`, and LEDGER_REPLACED, LEDGER_READONLY, LEDGER_TWO_NAMES,
 *   LEDGER_LOCKED while another process's window has it open, LEDGER_BUSY, MIGRATION_NOT_STARTED
 */
export async function openForWriting(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
  patienceMs?: number,
  expected?: OpenedLedger,
): Promise<WritableLedger> {
  const newest = migrations.length;
  lookAt(path, newest);
  refuseReadOnly(path);
  refuseLocked(path);
  refuseOtherNames(path);
  const version = versionOf(path, migrations, patienceMs, expected);
  if (version < newest) await backupBeforeMigration(path, version, patienceMs);
  return guarded(path, () => {
    const db = connectForWriting(path, patienceMs);
    try {
      // Another file may have taken this name since.
      refuseOtherSchema(db, path, migrations);
      refuseOther(db, path, expected);
      migrate(db, migrations);
      return db;
    } catch (error) {
      closeLedger(db);
      throw error;
    }
  });
}

/** The schema version of a file whose schema is the one that this version was made with. */
function versionOf(
  path: string,
  migrations: readonly Migration[],
  patienceMs: number | undefined,
  expected: OpenedLedger | undefined,
): number {
  const { db, version } = connectToRead(path, patienceMs);
  try {
    refuseSchema(version, path, migrations.length);
    refuseOtherSchema(db, path, migrations);
    refuseOther(db, path, expected);
    return version;
  } catch (error) {
    throw asDamage(error, path);
  } finally {
    db.close();
  }
}

function refuseSchema(version: number, path: string, newest: number): void {
  refuseFuture(version, path, newest);
  // The number is set in the transaction that makes the first tables.
  if (version < 1) throw new TieoutError("LEDGER_CORRUPT", "The ledger has no tables", { file: path });
}

export interface OpenedLedger {
  /** As it was opened. */
  readonly path: string;
  readonly ledgerId: string;
  /** As `fileNumber`. */
  readonly file: string;
}

export function openedAt(path: string, ledgerId: string): OpenedLedger {
  return { path, ledgerId, file: fileAt(path) };
}

/** The number of a path's file; empty where nothing is there. */
function fileAt(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : fileNumber(stats);
}

/**
 * Refuses another ledger, or another copy of it, than the one that was open under this name.
 *
 * @param expected what was open; of another path, or undefined, everything passes
 * @throws TieoutError LEDGER_REPLACED; LEDGER_NOT_FOUND where nothing has its name any more
 */
export function refuseReplaced(now: OpenedLedger, expected: OpenedLedger | undefined): void {
  if (expected === undefined || expected.path !== now.path) return;
  if (expected.ledgerId === now.ledgerId && expected.file === now.file) return;
  if (now.file === "") throw goneError(now.path);
  const what = expected.ledgerId === now.ledgerId ? "Another copy of the ledger" : "Another ledger";
  throw new TieoutError("LEDGER_REPLACED", `${what} has taken this file's place since it was opened`, {
    file: now.path,
  });
}

/** The error for a ledger that was open and has no file under its name any more. */
export function goneError(path: string): TieoutError {
  return new TieoutError("LEDGER_NOT_FOUND", "The open ledger is no longer there", { file: path });
}

/** As `refuseReplaced`, of an open handle. */
export function refuseOther(db: ReadableLedger, path: string, expected: OpenedLedger | undefined): void {
  if (expected !== undefined) refuseReplaced(openedAt(path, ledgerIdOf(db)), expected);
}
