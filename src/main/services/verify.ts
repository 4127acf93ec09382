/** Proving a ledger whole, and every signed month by performing it again, as a use case. */
import { type VerifyReport, verifyLedger } from "../ledger/verify.ts";
import { goOn } from "./cancelled.ts";
import type { ServiceContext } from "./context.ts";
import { reperformMonths } from "./reperform.ts";

/**
 * @param head the head of the audit trail as it was printed once; null without one
 * @throws TieoutError when the file cannot be opened as a ledger at all; CANCELLED before it begins, and between the pulls of months
 *   that are performed again; LEDGER_DISK_FULL where their answers find no room
 */
export async function verifyLedgerFile(
  path: string,
  head: string | null,
  context: ServiceContext,
): Promise<VerifyReport> {
  await goOn(context);
  context.onProgress?.({ phase: "Verifying", done: 0, total: null, unit: "links" });
  return verifyLedger(path, head, async (db) => {
    const { problems, signed, performed, notes } = await reperformMonths(db, context);
    const facts =
      signed === 0 ? [] : [{ name: "signed months re-performed from raw answers", count: performed }];
    return { problems, facts, notes };
  });
}
