/** Locks a ledger while a window has it open, so that no other process writes to it. */
import { type LedgerLock, takeLock } from "../../ledger/file/lock.ts";
import type { ServiceContext } from "./context.ts";

export { openedAt, refuseReplaced } from "../../ledger/file/open.ts";
export type { OpenedLedger } from "../../ledger/file/open.ts";
export type { LedgerAt } from "../../ledger/trail/as-of.ts";
export type { LedgerLock };

/**
 * Takes the ledger for this process; its threads may write, others may read.
 *
 * @throws TieoutError LEDGER_LOCKED naming the program that has it and since when, LEDGER_READONLY where
 *   nothing can be written: it can be viewed all the same
 */
export function holdLedger(ledger: string, { appVersion, now }: ServiceContext): LedgerLock {
  return takeLock(ledger, `Tieout ${appVersion}`, now());
}
