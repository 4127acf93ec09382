/** Copies of a ledger that are proven readable before they get their name. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import { closeLedger } from "./close.ts";
import { type ReadableLedger, connectForReading, connectForWriting } from "./connection.ts";
import { syncFolderOf } from "./folder.ts";

/**
 * Copies an open ledger to a path: to a temporary file, reopened, checked, synced and renamed.
 *
 * @throws Error of SQLite or of the file system when the copy cannot be made; what stood at the path before is untouched
 */
async function backupLedger(db: ReadableLedger, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  try {
    await db.backup(unfinished);
    checkCopy(unfinished);
    const handle = openSync(unfinished, "r+");
    fsyncSync(handle);
    closeSync(handle);
    renameSync(unfinished, path);
    syncFolderOf(path);
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${unfinished}${suffix}`, { force: true });
  }
}

/** A copy of a ledger in use says that it has a log beside it; opened and closed once, it is one whole file. */
function checkCopy(path: string): void {
  const copy = connectForWriting(path);
  try {
    const verdict = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw new Error(`the copy is damaged: ${String(verdict)}`);
  } finally {
    closeLedger(copy);
  }
}

/**
 * Keeps a copy of a ledger of an older schema beside it, one per schema.
 *
 * @param version the schema it has
 * @throws TieoutError MIGRATION_NOT_STARTED
 */
export async function backupBeforeMigration(path: string, version: number): Promise<void> {
  try {
    const db = connectForReading(path);
    try {
      await backupLedger(db, `${path}.schema-${version}.backup`);
    } finally {
      db.close();
    }
  } catch (error) {
    throw new TieoutError(
      "MIGRATION_NOT_STARTED",
      "The backup before the update failed",
      { file: path },
      error,
    );
  }
}
