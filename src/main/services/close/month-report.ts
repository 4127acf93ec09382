/** One month as it is now, beside its frozen figures, as a use case. */
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { changesOfMonth } from "./frozen/changes-of-month.ts";
import { checkMonth, proofOf, shownMonth } from "./month-check.ts";
import { factsOfMonth } from "./months.ts";

/**
 * Checks a month as of one moment and returns its state: its figures as every place shows them at that moment,
 * and what stands in its way, or changed of it, under the options that were frozen.
 *
 * @throws TieoutError when the ledger cannot be opened or read; AUDIT_BROKEN, AUDIT_MISMATCH as
 *   `refuseForged`; SUM_OVERFLOW from the engine
 */
export function readMonth(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  context: ServiceContext,
): MonthReport {
  return readProven(ledger, (db) => {
    const asFrozen = checkMonth(db, month, context);
    const { gathered, review } = shownMonth(db, ledger, asFrozen, context);
    const { error, warning } = review.progress.bySeverity;
    const { outstanding, items, proofs } = proofOf(db, gathered, context);
    return {
      facts: factsOfMonth(db, month, asFrozen.steps, context.memory),
      options: gathered.result.options,
      wallets: gathered.result.wallets.map(figuresOfWallet),
      errors: { total: error.total, decided: error.reviewed },
      warnings: { total: warning.total, decided: warning.reviewed },
      obstacles: asFrozen.obstacles,
      changes: changesOfMonth(db, asFrozen),
      outstanding,
      outstandingItems: items,
      proofs,
    };
  });
}
