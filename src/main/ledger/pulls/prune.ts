/** Drops old responses on request. Their hashes and everything else stay. */
import { appendLink, writeAlone } from "../file/audit.ts";
import { listBodies } from "./body.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { guarded } from "../file/sqlite-error.ts";

export interface Pruned {
  /** How many responses were dropped. */
  readonly bodies: number;
  /** The bytes they had uncompressed. */
  readonly bytes: number;
}

/**
 * Drops the bytes of the responses of all but the newest pulls; a link of the audit trail says which. Where
 * there is nothing to drop nothing is written.
 *
 * @param keep how many pulls keep their responses, ≥ 0
 * @param atMs milliseconds UTC
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL
 */
export function pruneBodies(db: WritableLedger, keep: number, atMs: number): Pruned {
  return writeAlone(db, () => dropBodies(db, keep, atMs));
}

function dropBodies(db: WritableLedger, keep: number, atMs: number): Pruned {
  const kept = new Set(query<number>(db).values("SELECT id FROM pull ORDER BY id DESC LIMIT ?", keep));
  const dropped = listBodies(db).filter((body) => !body.pruned && !kept.has(body.pullId));
  if (dropped.length > 0) {
    const drop = db.prepare("DELETE FROM body_chunk WHERE body_id = ?");
    for (const body of dropped) drop.run(body.id);
    appendLink(db, atMs, "prune", { keep, bodies: dropped.map(({ id, sha256 }) => ({ id, sha256 })) });
  }
  return { bodies: dropped.length, bytes: dropped.reduce((sum, body) => sum + body.bytes, 0) };
}

/** When each response was pruned that a link says was, milliseconds UTC, by the response's id. */
export function prunedAtMs(db: ReadableLedger): Map<number, number> {
  const pruned = query<[number, number]>(db).lists(`SELECT body.value ->> '$.id', audit.at_ms FROM audit,
         json_each(iif(json_valid(audit.payload), audit.payload, '{}'), '$.bodies') AS body
       WHERE audit.kind = 'prune' AND body.type = 'object'`);
  return new Map(pruned);
}

/**
 * Gives the room of dropped responses back to the disk. SQLite writes the whole file again through its log: a
 * process killed meanwhile leaves the ledger as it was.
 *
 * @throws TieoutError LEDGER_BUSY, LEDGER_DISK_FULL; the ledger is as it was then
 */
export function compactLedger(db: WritableLedger): void {
  guarded(db.name, () => {
    if (Number(db.pragma("freelist_count", { simple: true })) > 0) db.exec("VACUUM");
  });
}
