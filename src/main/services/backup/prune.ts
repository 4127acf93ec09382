/** Dropping old stored responses, as a use case. */
import { uncapitalised } from "../../../core/sentence.ts";
import { statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { closeLedger, type WritableLedger } from "../../ledger/file/connection.ts";
import { type Pruned, compactLedger, pruneBodies } from "../../ledger/pulls/prune.ts";
import { writeAlone } from "../../ledger/file/audit.ts";
import { monthsUnprovenByPruning } from "../verify/unproven-months.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { openToPull } from "../shared/use-ledger.ts";

export interface PruneReport extends Pruned {
  /** Signed months that could be re-performed from the stored responses before, and cannot be any more. */
  readonly unproven: readonly Month[];
  /** The file's size before and after, in bytes. */
  readonly sizeBefore: number;
  readonly sizeAfter: number;
}

/**
 * Drops the responses of all but the newest pulls and makes the file smaller.
 *
 * @param keep how many of the newest pulls keep their responses
 * @param isWanted asked before anything is dropped, where signed months can never be re-performed without it
 * @returns null where it was not wanted; nothing is dropped then
 * @throws TieoutError when the ledger cannot be written; where the disk has no room for the smaller file
 *   beside the larger the error says what was dropped; CANCELLED before anything is dropped, or before the
 *   file is made smaller
 */
export async function pruneLedger(
  path: string,
  keep: number,
  context: ServiceContext,
  isWanted: (unproven: readonly Month[]) => Promise<boolean> = async () => true,
): Promise<PruneReport | null> {
  await goOn(context);
  const db = await openToPull(path, context);
  try {
    const sizeBefore = statSync(path).size;
    const pruned = await pruneWanted(db, keep, context, isWanted);
    if (pruned === null) return null;
    const { unproven, dropped } = pruned;
    context.onProgress?.({ phase: "Making the file smaller", done: 0, total: null, unit: "bytes" });
    await goOn(context, "The responses are dropped, and the file was not made smaller yet");
    compact(db, dropped);
    // The log is folded in before the size says anything.
    closeLedger(db);
    return { ...dropped, unproven, sizeBefore, sizeAfter: statSync(path).size };
  } finally {
    if (db.open) closeLedger(db);
  }
}

/** Drops the responses, and asks again where others signed or pulled while somebody was asked. */
async function pruneWanted(
  db: WritableLedger,
  keep: number,
  context: ServiceContext,
  isWanted: (unproven: readonly Month[]) => Promise<boolean>,
): Promise<{ readonly unproven: readonly Month[]; readonly dropped: Pruned } | null> {
  let asked: readonly Month[] = [];
  for (;;) {
    const { unproven, dropped } = writeAlone(db, () => {
      const months = monthsUnprovenByPruning(db, keep);
      const isAnswered = months.every((month) => asked.includes(month));
      return { unproven: months, dropped: isAnswered ? pruneBodies(db, keep, context.now()) : null };
    });
    if (dropped !== null) return { unproven, dropped };
    if (!(await isWanted(unproven))) return null;
    asked = unproven;
  }
}

/** Makes the file smaller, and says that the responses are gone where that fails. */
function compact(db: WritableLedger, { bodies }: Pruned): void {
  try {
    compactLedger(db);
  } catch (error) {
    if (!(error instanceof TieoutError) || bodies === 0) throw error;
    const sentence = `Dropped ${formatCount(bodies, "stored response")}, but the file is not smaller yet: ${uncapitalised(error.message)}`;
    throw new TieoutError(error.code, sentence, error.facts, error.cause);
  }
}
