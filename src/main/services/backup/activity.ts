/** The history of a ledger from its audit trail, newest first. */
import { listLinksBefore } from "../../ledger/file/audit.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { json } from "../../../schema/values.ts";
import { parseStored, linkPlace } from "../../../schema/stored.ts";
import { readProven } from "../shared/use-ledger.ts";

/** No link of ours nests half as deep. What nests by the thousand cannot be handed to another thread. */
const DEEPEST = 64;

const payloadSchema = json.refine((read) => !isDeeper(read, DEEPEST));

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((below) => isDeeper(below, levels - 1));
}

interface ActivityRequest {
  readonly ledger: LedgerAt;
  /** Only links of a lower sequence; null begins at the newest. */
  readonly before: number | null;
  /** How many at most. */
  readonly count: number;
}

/** @throws TieoutError when the ledger cannot be opened or read */
export function listActivity({ ledger, before, count }: ActivityRequest) {
  return readProven(ledger, (db) => {
    const links = listLinksBefore(db, before, count).map(({ payload, ...link }) => ({
      ...link,
      payload: parseStored(payload, payloadSchema, () => linkPlace(db.name, link.sequence)),
    }));
    return { links, more: (links.at(-1)?.sequence ?? 1) > 1 };
  });
}
