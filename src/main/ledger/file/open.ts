/** Opening a ledger file. */
import { TieoutError } from "../../../core/errors.ts";
import { backupBeforeMigration } from "./backup.ts";
import { closeLedger } from "./close-handle.ts";
import {
  type ReadableLedger,
  type WritableLedger,
  connectForReading,
  connectForWriting,
} from "./connection.ts";
import { type OpenedLedger, refuseOther } from "./identity.ts";
import { refuseLocked } from "./lock/lock.ts";
import { lookAt, refuseReadOnly } from "./inspect-header.ts";
import {
  MIGRATIONS,
  type Migration,
  SCHEMA_VERSION,
  migrate,
  refuseFuture,
  schemaVersion,
} from "./migrate.ts";
import { refuseOtherNames } from "./other-names.ts";
import { refuseOtherSchema } from "./schema.ts";
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

/**
 * A reading handle, and the schema version with what the log of a killed process says; the file's header may
 * be older.
 */
function connectToRead(
  path: string,
  patienceMs?: number,
): { readonly db: ReadableLedger; readonly version: number } {
  const db = guarded(path, () => connectForReading(path, patienceMs));
  return looked(db, path, () => {
    const version = schemaVersion(db);
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
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
