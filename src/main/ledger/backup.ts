/** Copies of a ledger that are proven readable before they get their name. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import { type ReadableLedger, connectForReading } from "./connection.ts";

/**
 * Copies an open ledger to a path: to a temporary file, reopened, checked, synced and renamed.
 *
 * @throws Error of SQLite or of the file system when the copy cannot be made; what stood at the path before is untouched
 */
export async function backupLedger(db: ReadableLedger, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  try {
    await db.backup(unfinished);
    const copy = connectForReading(unfinished);
    const verdict = copy.pragma("quick_check", { simple: true });
    copy.close();
    if (verdict !== "ok") throw new Error(`the copy is damaged: ${String(verdict)}`);
    const handle = openSync(unfinished, "r+");
    fsyncSync(handle);
    closeSync(handle);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Keeps a copy of a ledger of an older schema beside it, one per schema.
 *
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
