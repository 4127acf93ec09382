/** Reads pulls' stored responses into another ledger, as they were read at first. */
import { join } from "node:path";
import { closeLedger, type ReadableLedger, type WritableLedger } from "../../ledger/file/connection.ts";
import { makePassingLedger, removeFile } from "../../ledger/file/make.ts";
import { CheckMemory } from "../check/check-memory.ts";
import type { ServiceContext } from "../shared/context.ts";
import { publishAnswers } from "../pull/publish-answers.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { type StoredPull, withStoredAnswers } from "./stored-answers.ts";

/** Ledgers in a private folder, one at a time. */
export interface PassingLedgers {
  /** An empty one; the one before is closed and removed. */
  readonly afresh: () => WritableLedger;
}

/**
 * Works with passing ledgers, into which pulls are laid out, and removes them afterwards.
 *
 * @param work is given a context with a memory of its own: a thread's memory belongs to the ledger itself
 * @throws TieoutError LEDGER_DISK_FULL, EXPORT_TARGET when there is no place for one; what the work raises
 */
export async function withPassingLedgers<T>(
  given: ServiceContext,
  work: (ledgers: PassingLedgers, context: ServiceContext) => Promise<T>,
): Promise<T> {
  return inPrivateFolder("performed", async (folder) => {
    const path = join(folder, "passing.tieout");
    let passing: WritableLedger | null = null;
    const close = () => {
      if (passing === null) return;
      closeLedger(passing);
      removeFile(path);
      passing = null;
    };
    const afresh = () => {
      close();
      return (passing = makePassingLedger(path, { ledgerId: "passing", atMs: 0 }));
    };
    try {
      return await work({ afresh }, { ...given, memory: new CheckMemory() });
    } finally {
      close();
    }
  });
}

/**
 * Reads a pull's stored responses by the readers of an import and publishes them with the pull's recorded
 * facts; the responses themselves are not kept.
 *
 * @param passing a temporary ledger that holds the pulls before this one
 * @param pullId its number there; the next one where it is left out
 * @throws TieoutError as `withStoredAnswers`, and what publishing raises
 */
export async function layOutPull(
  db: ReadableLedger,
  pull: StoredPull,
  passing: WritableLedger,
  context: ServiceContext,
  pullId?: number,
): Promise<void> {
  const { source, startedAtMs, finishedAtMs, baseUrl, limit } = pull;
  const { cut, torn, serverAtMs } = pull.remarks;
  const recorded = { isCut: cut !== null, torn, serverAtMs: serverAtMs ?? undefined };
  const facts = { pullId, source, startedAtMs, finishedAtMs, baseUrl, limit, ...recorded };
  await withStoredAnswers(db, pull, context, async (answers) =>
    publishAnswers(passing, facts, answers, false, context),
  );
}
