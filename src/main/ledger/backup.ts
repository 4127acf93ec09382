/** Copies of a ledger that are proven readable before they get their name. */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { TieoutError } from "../../core/errors.ts";
import { closeLedger } from "./close.ts";
import { connectForReading, connectForWriting } from "./connection.ts";
import { schemaVersion } from "./migrate.ts";
import { syncFile, syncFolderOf } from "./sync.ts";

/**
 * Keeps a copy of a ledger of an older schema beside it, one per schema: made in a temporary file, reopened, checked,
 * synced and renamed.
 *
 * @param version the schema it has
 * @throws TieoutError MIGRATION_NOT_STARTED; what stood under the backup's name before is untouched
 */
export async function backupBeforeMigration(path: string, version: number): Promise<void> {
  const backup = `${path}.schema-${version}.backup`;
  const unfinished = `${backup}.${randomUUID()}.new`;
  try {
    await copyLedger(path, unfinished);
    // Another process may have migrated meanwhile, and kept a backup of its own.
    if (checkCopy(unfinished) !== version) return;
    syncFile(unfinished);
    renameSync(unfinished, backup);
    syncFolderOf(backup);
  } catch (error) {
    throw new TieoutError(
      "MIGRATION_NOT_STARTED",
      "The backup before the update failed",
      { file: path },
      error,
    );
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${unfinished}${suffix}`, { force: true });
  }
}

async function copyLedger(path: string, copy: string): Promise<void> {
  const db = connectForReading(path);
  try {
    await db.backup(copy);
  } finally {
    db.close();
  }
}

/**
 * Checks a copy and returns its schema version. The copy of a ledger in use says that it has a log beside it; opened and
 * closed once, it is one whole file.
 */
function checkCopy(path: string): number {
  const copy = connectForWriting(path);
  try {
    const verdict = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw new Error(`the copy is damaged: ${String(verdict)}`);
    return schemaVersion(copy);
  } finally {
    closeLedger(copy);
  }
}
