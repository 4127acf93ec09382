/** The address of a ledger's last pull, read from its trail and compared with its table of pulls. */
import type { ReadableLedger } from "../file/connection.ts";
import { refuseForged } from "./rows.ts";
import { listPulls } from "../trail/pull.ts";

/**
 * The address of the newest pull from a service; null where there was none. The trail and the table of pulls
 * are proven first: what was changed by hand in either is no address to be used.
 *
 * @throws TieoutError AUDIT_BROKEN; AUDIT_MISMATCH naming the first row that is not what its link says
 */
export function findProvenAddress(db: ReadableLedger): string | null {
  refuseForged(db);
  return listPulls(db).findLast(({ source }) => source === "service")?.baseUrl ?? null;
}
