/** Compares the documents of kept runs with the hashes in their links. */
import type { ReadableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { listStrayPieces } from "../people/pieces.ts";
import { PIECES_SINCE, findRunDocument, isKeptRun } from "../people/run.ts";
import { type Problem, ProblemList, mismatch } from "./problem.ts";
import type { Replay } from "./replay.ts";

/** Reads every kept run back. That the list of runs is the trail's own is held elsewhere. */
export function checkRuns(db: ReadableLedger, { runs }: Pick<Replay, "runs">): Problem[] {
  const problems = new ProblemList();
  for (const [run, sha256] of runs) {
    if (findRunDocument(db, run) !== null && !isKeptRun(db, run, sha256))
      problems.add(mismatch("The run's document differs from its link", `run ${run}`));
  }
  if (schemaVersion(db) >= PIECES_SINCE) {
    for (const id of listStrayPieces(db, "run_chunk"))
      problems.add(mismatch("There are pieces of a run that was never kept", `run ${id}`));
  }
  return problems.finish("run_chunk");
}
