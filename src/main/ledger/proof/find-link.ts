/** Finds one link of the trail by its hash, and checks its place. */
import type { Link } from "../file/audit.ts";
import { type ReadableLedger, ledgerIdOf } from "../file/connection.ts";
import { problemError, checkTrail } from "./rows.ts";

/**
 * Proves the trail from its first link to its last, and finds the one that an export printed as its head.
 *
 * @param head 64 hex digits
 * @throws TieoutError AUDIT_BROKEN when a link does not follow from the one before; AUDIT_TRUNCATED when none
 *   has that hash
 */
export function provenLink(db: ReadableLedger, head: string): Link {
  const [problem] = checkTrail(db, head).problems;
  if (problem !== undefined) throw problemError(problem, db.name);
  const link = db
    .prepare<[string], Link>(
      "SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit WHERE hash = ? LIMIT 1",
    )
    .get(head);
  if (link === undefined) throw new Error(`ledger ${ledgerIdOf(db)} lost a link that it has`);
  return link;
}
