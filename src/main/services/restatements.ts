/** The restatement register, as a use case. */
import type { Month } from "../../core/review/close.ts";
import type { RestatementRegister } from "../../core/review/restatements.ts";
import type { ReadableLedger } from "../ledger/connection.ts";

/**
 * Lists what later pulls changed of entries and paid transactions.
 *
 * @param month limits it to changes of that month; null lists all
 * @param most how many are listed, the newest first
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY
 */
export function listRestatements(
  _db: ReadableLedger,
  _request: { readonly month: Month | null; readonly most?: number },
): RestatementRegister {
  return { restatements: [], total: 0, closings: [] };
}

/**
 * How many changes later pulls brought to each month whose signature is in force; months without any are not in it.
 *
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY
 */
export function countSince(_db: ReadableLedger): ReadonlyMap<Month, number> {
  return new Map();
}
