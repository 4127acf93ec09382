/** What the links of pulls say beside their rows: where responses came from, and what a pull did. */
import type { Provenance } from "../../../core/review/pulls/provenance.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { type PullPayload, isSaid } from "../proof/payloads.ts";

/** What a pull's link says of it. */
export interface CameFrom {
  /** Who provided the files; null where nobody said so, and of a pull from the service. */
  readonly providedBy: string | null;
  /** By the response, in the order in which they are stored; null of a file and of earlier versions. */
  readonly provenance: readonly (Provenance | null)[];
  /** null when the pull had no wallet history. */
  readonly entries: PullPayload["entries"];
}

/** By the pull's number. Links that say no pull are left out: a file may come from anybody. */
export function listCameFrom(db: ReadableLedger): Map<number, CameFrom> {
  const links = db
    .prepare<[], string>("SELECT payload FROM audit WHERE kind = 'pull' ORDER BY sequence")
    .pluck()
    .iterate();
  const found = new Map<number, CameFrom>();
  for (const payload of links) {
    const said = parsed(payload);
    if (!isSaid("pull", said)) continue;
    const { pull, providedBy = null, bodies, entries } = said;
    found.set(pull, { providedBy, provenance: bodies.map(({ provenance = null }) => provenance), entries });
  }
  return found;
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
