/** Dropping old stored answers on purpose, as a use case. */
import { statSync } from "node:fs";
import { openForWriting } from "../ledger/open.ts";
import { type Pruned, compactLedger, pruneBodies } from "../ledger/prune.ts";
import type { ServiceContext } from "./context.ts";
import { useLedger } from "./use-ledger.ts";

export interface PruneReport extends Pruned {
  /** The file's size before and after, in bytes. */
  readonly sizeBefore: number;
  readonly sizeAfter: number;
}

/**
 * Drops the answers of all but the newest pulls and makes the file smaller.
 *
 * @param keep how many of the newest pulls keep their answers
 * @throws TieoutError when the ledger cannot be written, or the disk has no room for the smaller file beside the larger
 */
export async function pruneLedger(path: string, keep: number, context: ServiceContext): Promise<PruneReport> {
  const db = await openForWriting(path);
  const sizeBefore = statSync(path).size;
  const pruned = useLedger(db, () => {
    const dropped = pruneBodies(db, keep, context.now());
    context.onProgress?.({ phase: "Making the file smaller", done: 0, total: null, unit: "bytes" });
    compactLedger(db);
    return dropped;
  });
  return { ...pruned, sizeBefore, sizeAfter: statSync(path).size };
}
