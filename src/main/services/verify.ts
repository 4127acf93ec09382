/** Proving a ledger whole, as a use case. */
import { type VerifyReport, verifyLedger } from "../ledger/verify.ts";
import { goOn } from "./cancelled.ts";
import type { ServiceContext } from "./context.ts";

/**
 * @param head the head of the audit trail as it was printed once; null without one
 * @throws TieoutError when the file cannot be opened as a ledger at all; CANCELLED before it begins
 */
export async function verifyLedgerFile(
  path: string,
  head: string | null,
  context: ServiceContext,
): Promise<VerifyReport> {
  await goOn(context);
  context.onProgress?.({ phase: "Verifying", done: 0, total: null, unit: "links" });
  return verifyLedger(path, head);
}
