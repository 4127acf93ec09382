/** Reads pulls' stored responses into another ledger, as they were read at first. */
import { join } from "node:path";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { makePassingLedger } from "../../ledger/file/make.ts";
import type { PullRecord } from "../../ledger/pulls/pull.ts";
import { CheckMemory } from "../check/check-memory.ts";
import type { ServiceContext } from "../shared/context.ts";
import { publishAnswers } from "../pull/publish-answers.ts";
import { inPrivateFolder } from "../shared/private-folder.ts";
import { withStoredAnswers } from "./stored-answers.ts";

/**
 * Works with an empty ledger in a private folder, into which pulls are laid out, and removes it afterwards.
 *
 * @param work is given a context with a memory of its own: a thread's memory belongs to the ledger itself
 * @throws TieoutError LEDGER_DISK_FULL, EXPORT_TARGET when there is no place for it; what the work raises
 */
export async function withPassingLedger<T>(
  given: ServiceContext,
  work: (passing: WritableLedger, context: ServiceContext) => Promise<T>,
): Promise<T> {
  const context = { ...given, memory: new CheckMemory() };
  return inPrivateFolder("performed", async (folder) => {
    const passing = makePassingLedger(join(folder, "passing.tieout"), { ledgerId: "passing", atMs: 0 });
    try {
      return await work(passing, context);
    } finally {
      closeLedger(passing);
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
  pull: PullRecord,
  passing: WritableLedger,
  context: ServiceContext,
  pullId?: number,
): Promise<void> {
  const { source, startedAtMs, finishedAtMs, baseUrl, limit } = pull;
  const facts = { pullId, source, startedAtMs, finishedAtMs, baseUrl, limit };
  await withStoredAnswers(db, pull, context, async (answers) =>
    publishAnswers(passing, facts, answers, false, context),
  );
}
