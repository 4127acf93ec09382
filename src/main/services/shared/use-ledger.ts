/** Opens a ledger for one use case and always closes it. */
import { basename, dirname } from "node:path";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { MIGRATIONS } from "../../ledger/file/migrate.ts";
import { openForWriting } from "../../ledger/file/open.ts";
import { guarded } from "../../ledger/file/sqlite-error.ts";
import type { ServiceContext } from "./context.ts";
import { removeUnfinished } from "./leftovers.ts";

/**
 * Works with an open ledger and closes it whatever happens in between.
 *
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY, LEDGER_DISK_FULL where SQLite fails at the work
 */
export function withLedger<T>(db: ReadableLedger, work: () => T): T {
  try {
    return guarded(db.name, work);
  } finally {
    closeLedger(db);
  }
}

/**
 * Opens a ledger for writing, with the patience of the caller, and clears up what killed processes left of
 * it.
 *
 * @throws TieoutError as `openForWriting`; LEDGER_REPLACED where another ledger is there than the one that is
 *   open
 */
export async function openToWrite(
  ledger: string,
  { patienceMs, opened }: ServiceContext,
): Promise<WritableLedger> {
  removeUnfinished(dirname(ledger), basename(ledger));
  return openForWriting(ledger, MIGRATIONS, patienceMs, opened);
}
