import { closeLedger } from "../ledger/close.ts";
import type { ReadableLedger } from "../ledger/connection.ts";

/** Works with an open ledger and closes it whatever happens in between. */
export function useLedger<T>(db: ReadableLedger, work: () => T): T {
  try {
    return work();
  } finally {
    closeLedger(db);
  }
}
