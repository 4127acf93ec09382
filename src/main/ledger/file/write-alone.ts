import type { WritableLedger } from "./connection.ts";
import { guarded } from "./sqlite-error.ts";

/**
 * The one way to write to a ledger: all of it or nothing. Other writers are kept out from the first read on, so that what the work
 * decides on is still so when it is written. Inside such a transaction it is a part of that one.
 *
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE; what the work raises
 */
export function writeAlone<T>(db: WritableLedger, work: () => T): T {
  return guarded(db.name, () => (db.inTransaction ? work() : db.transaction(work).immediate()));
}
