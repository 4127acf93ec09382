/** The steps of the close. */
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listActs } from "../trail/acts.ts";

/**
 * All steps of all months, in the order in which they were taken.
 *
 * @throws TieoutError LEDGER_CORRUPT where one is of no month, or what it froze cannot be read
 */
export function listCloseSteps(db: ReadableLedger): CloseStep[] {
  return listActs(db, "close");
}
