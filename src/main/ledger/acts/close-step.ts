/** The steps of the close. */
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listActs } from "../trail/acts.ts";

/** All steps of all months, as they were taken. @throws TieoutError LEDGER_CORRUPT for an unreadable one */
export function listCloseSteps(db: ReadableLedger): CloseStep[] {
  return listActs(db, "close");
}
