/** One moment of a ledger: read as of it while others write, and write right after it, alone. */
import { type Link, auditHead } from "./audit.ts";
import { type ReadableLedger, type WritableLedger, ledgerIdOf } from "../file/connection.ts";
import { newestPullID } from "../pulls/pull.ts";
import { showCounting } from "./counting.ts";
import { guarded } from "../file/sqlite-error.ts";
import { writeAlone } from "../file/write-alone.ts";

/**
 * From now on everything read through this handle is as of one moment, whatever others write meanwhile.
 *
 * @returns the audit trail's newest link at that moment
 * @throws TieoutError LEDGER_BUSY, LEDGER_CORRUPT
 */
export function holdMoment(db: ReadableLedger): ReturnType<typeof auditHead> {
  return guarded(db.name, () => {
    db.exec("BEGIN");
    // SQLite chooses the moment at the first read, not at BEGIN.
    const head = auditHead(db);
    showCounting(db);
    return head;
  });
}

/** Lets the moment go: the next read sees what was written since. */
export function releaseMoment(db: ReadableLedger): void {
  db.exec("COMMIT");
}

/**
 * Writes right after a moment, in one transaction: nothing comes in between.
 *
 * @param sequence of the newest link at that moment
 * @returns null, and nothing is written, when another link came since
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE
 */
export function writeAfter<T>(db: WritableLedger, sequence: number, write: () => T): T | null {
  return writeAlone(db, () => (auditHead(db).sequence === sequence ? write() : null));
}

/**
 * Names the records a ledger holds: the same as long as no pull comes in or is set aside, whatever is decided, kept or set
 * meanwhile, and another for another copy of the ledger that pulled something else.
 */
export function recordsId(db: ReadableLedger): string {
  return guarded(
    db.name,
    () => `${ledgerIdOf(db)}:${newestPullID(db)}:${newestHash(db, ["pull", "pull-step"])}`,
  );
}

/**
 * Names them together with the steps of the close and the order of both: the same as long as no pull and no
 * such step comes.
 */
export function signedRecordsId(db: ReadableLedger): string {
  return guarded(db.name, () => `${ledgerIdOf(db)}:${newestHash(db, ["pull", "pull-step", "close"])}`);
}

/** Names them together with which of their responses are stored, and what those are. */
export function answersId(db: ReadableLedger): string {
  return guarded(db.name, () => `${ledgerIdOf(db)}:${newestHash(db, ["pull", "prune"])}`);
}

/** A link's hash stands for all links before it, too; '' without one. */
function newestHash(db: ReadableLedger, kinds: readonly Link["kind"][]): string {
  const link = db
    .prepare<[string], string>(
      "SELECT hash FROM audit WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC LIMIT 1",
    )
    .pluck();
  return link.get(JSON.stringify(kinds)) ?? "";
}
