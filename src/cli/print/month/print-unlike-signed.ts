/** The note below what is said of a signed month as it is now, where that is not as it was signed. */
import type { Month } from "../../../core/review/close/close.ts";
import type { GivenOptions } from "../../../main/services/check/check.ts";
import type { Session } from "../../session.ts";
import { driftWords } from "./print-drift.ts";

/**
 * @param given the options asked for; those left out are the ledger's own
 * @throws TieoutError when the ledger cannot be opened or read; LEDGER_CORRUPT when a kept run is gone;
 *   SUM_OVERFLOW
 */
export async function printUnlikeSigned(
  { terminal, progress, context }: Session,
  of: { readonly ledger: string; readonly month: Month; readonly given: GivenOptions },
): Promise<void> {
  const { unlikeSigned } = await import("../../../main/services/close/months.ts");
  const differs = unlikeSigned(of, context);
  progress.clear();
  if (differs !== null) terminal.stdout.write(`\n${driftWords([differs])}`);
}
