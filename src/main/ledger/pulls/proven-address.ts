/** Where a ledger was last pulled from, as its trail says and its table of pulls repeats. */
import type { ReadableLedger } from "../file/connection.ts";
import { refuseForged } from "../trail/forged.ts";
import { listPulls } from "./pull.ts";

/**
 * The address of the newest pull from a service; null where there was none. The trail and the table of pulls are proven first: what
 * was changed by hand in either is no address to be used.
 *
 * @throws TieoutError AUDIT_BROKEN; AUDIT_MISMATCH naming the first row that is not what its link says
 */
export function findProvenAddress(db: ReadableLedger): string | null {
  refuseForged(db);
  return listPulls(db).findLast(({ source }) => source === "service")?.baseUrl ?? null;
}
