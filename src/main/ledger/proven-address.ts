/** Where a ledger was last pulled from, as its trail says and its table of pulls repeats. */
import { TieoutError } from "../../core/errors.ts";
import type { ReadableLedger } from "./connection.ts";
import { refuseBrokenTrail } from "./find-link.ts";
import { listPulls } from "./pull.ts";

interface PullLink {
  readonly id: number;
  readonly source: string;
  readonly baseUrl: string | null;
}

/**
 * The address of the newest pull from a service; null where there was none. The trail is proven first, and each pull of the table is
 * compared with its link: what was changed by hand in either is no address to be used.
 *
 * @throws TieoutError AUDIT_BROKEN; AUDIT_MISMATCH naming the first pull that is not what its link says
 */
export function findProvenAddress(db: ReadableLedger): string | null {
  refuseBrokenTrail(db);
  const links = db
    .prepare<[], PullLink>(
      `SELECT payload ->> '$.pull' AS id, payload ->> '$.source' AS source, payload ->> '$.baseUrl' AS baseUrl
       FROM audit WHERE kind = 'pull' ORDER BY sequence`,
    )
    .all();
  const pulls = listPulls(db);
  for (let at = 0; at < Math.max(links.length, pulls.length); at += 1) {
    const [link, pull] = [links[at], pulls[at]];
    if (link?.id === pull?.id && link?.source === pull?.source && link?.baseUrl === pull?.baseUrl) continue;
    throw new TieoutError("AUDIT_MISMATCH", "A pull is not what the audit trail says", {
      file: db.name,
      record: `pull ${pull?.id ?? link?.id}`,
    });
  }
  return links.findLast(({ source }) => source === "service")?.baseUrl ?? null;
}
