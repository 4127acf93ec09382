/** Opens a ledger for one use case and always closes it. */
import { basename, dirname } from "node:path";
import { closeLedger, type ReadableLedger, type WritableLedger } from "../../ledger/file/connection.ts";
import { MIGRATIONS } from "../../ledger/file/schema.ts";
import { openForWriting } from "../../ledger/file/open.ts";
import { guarded } from "../../ledger/file/disk.ts";
import { writeAlone } from "../../ledger/trail/moment.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { refuseForged } from "../../ledger/trail/forged.ts";
import type { ServiceContext } from "./context.ts";
import { removeUnfinished } from "./leftovers.ts";

/**
 * Reads a ledger as of one moment: of now, or of a link of its trail.
 *
 * @throws TieoutError when it cannot be opened or read; what reading raises
 */
export function readLedger<T>(ledger: LedgerAt, read: (db: ReadableLedger) => T): T {
  const db = openAt(ledger);
  const readMoment = () => {
    showCounting(db);
    return read(db);
  };
  return withLedger(db, () => db.transaction(readMoment).deferred());
}

/**
 * As `readLedger`, of a ledger whose audit trail is whole and says what its tables hold.
 *
 * @throws TieoutError AUDIT_BROKEN, AUDIT_MISMATCH as `refuseForged`; otherwise as `readLedger`
 */
export function readProven<T>(ledger: LedgerAt, read: (db: ReadableLedger) => T): T {
  return readLedger(ledger, (db) => {
    refuseForged(db);
    return read(db);
  });
}

/**
 * Writes to a ledger; what is read for it is read in the same transaction, see `writeAlone`. What takes long
 * to read goes by `writeLookedAt`.
 *
 * @throws TieoutError as `openToWrite` and `writeAlone`; what writing raises
 */
export async function writeLedger<T>(
  ledger: string,
  context: ServiceContext,
  write: (db: WritableLedger) => T,
): Promise<T> {
  const db = await openToWrite(ledger, context);
  const writeNow = () => {
    showCounting(db);
    return write(db);
  };
  return withLedger(db, () => writeAlone(db, writeNow));
}

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
  const db = await openToPull(ledger, { patienceMs, opened });
  showCounting(db);
  return db;
}

/**
 * As `openToWrite`, for a pull, which is stored as its differences from all before it: what is set aside
 * shows, too.
 */
export async function openToPull(
  ledger: string,
  { patienceMs, opened }: Pick<ServiceContext, "patienceMs" | "opened">,
): Promise<WritableLedger> {
  removeUnfinished(dirname(ledger), basename(ledger));
  return openForWriting(ledger, MIGRATIONS, patienceMs, opened);
}
