/** Reads a pull's stored responses into another ledger, as they were read at first. */
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import type { PullRecord } from "../../ledger/pulls/pull.ts";
import type { ServiceContext } from "../shared/context.ts";
import { publishAnswers } from "../pull/publish-answers.ts";
import { withStoredAnswers } from "./stored-answers.ts";

/**
 * Reads a pull's stored responses by the readers of an import and publishes them with the pull's recorded
 * facts; the responses themselves are not kept.
 *
 * @param passing a temporary ledger that holds the pulls before this one
 * @throws TieoutError as `withStoredAnswers`, and what publishing raises
 */
export async function layOutPull(
  db: ReadableLedger,
  pull: PullRecord,
  passing: WritableLedger,
  context: ServiceContext,
): Promise<void> {
  const { source, startedAtMs, finishedAtMs, baseUrl, limit } = pull;
  const facts = { source, startedAtMs, finishedAtMs, baseUrl, limit };
  await withStoredAnswers(db, pull, context, async (answers) =>
    publishAnswers(passing, facts, answers, false, context),
  );
}
