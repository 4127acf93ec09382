/** Dropping old stored answers on purpose, as a use case. */
import { pruneBodies } from "../ledger/body.ts";
import { closeLedger, openForWriting } from "../ledger/open.ts";
import type { ServiceContext } from "./context.ts";

/**
 * @param keep how many of the newest pulls keep their answers
 * @returns how many answers were dropped, and the bytes they had uncompressed
 * @throws TieoutError when the ledger cannot be written
 */
export async function pruneLedger(path: string, keep: number, context: ServiceContext) {
  const db = await openForWriting(path);
  try {
    return pruneBodies(db, keep, context.now());
  } finally {
    closeLedger(db);
  }
}
