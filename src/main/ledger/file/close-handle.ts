/** Closes a handle so that the ledger is one file again. */
import type { ReadableLedger } from "./connection.ts";

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
