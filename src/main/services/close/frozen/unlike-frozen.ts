/** What a check of a month finds otherwise than was frozen of it. */
import type { FrozenMonth } from "../../../../core/review/close/close.ts";
import { figuresSince } from "../../../../core/review/close/reperformed.ts";
import type { ReadableLedger } from "../../../ledger/file/connection.ts";
import type { ServiceContext } from "../../shared/context.ts";
import { type CheckedMonth, freeze } from "../month-check.ts";
import { changesOfMonth } from "./changes-of-month.ts";

/**
 * Compares a check of a month with what was frozen of it, one phrase for each difference. Where the check
 * concludes as it did, the frozen figures are compared, too: somebody may have written others.
 *
 * @returns empty when the month is what was frozen
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH when the run that was frozen is gone or another
 */
export function unlikeFrozen(
  db: ReadableLedger,
  checked: CheckedMonth,
  frozen: FrozenMonth,
  context: ServiceContext,
): string[] {
  const inCheck = changesOfMonth(db, checked);
  return inCheck.length > 0 ? inCheck : figuresSince(frozen, freeze(db, checked, context));
}
