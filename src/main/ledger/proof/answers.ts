/**
 * Compares stored responses with their hashes: every byte that was received is there, or a link says that it
 * was pruned.
 */
import { createHash } from "node:crypto";
import { type BodyRecord, listBodies, readBody } from "../pulls/body.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listStrayPieces } from "../people/pieces.ts";
import { type Problem, ProblemList, mismatch } from "./problem.ts";
import type { Replay } from "./replay.ts";

/** Reads every stored response back. That the list of responses is the trail's own is held elsewhere. */
export function checkAnswers(db: ReadableLedger, trail: Replay): Problem[] {
  const problems = new ProblemList();
  for (const body of listBodies(db)) {
    const sentence = wrongWith(db, body, trail.isPruned(body.id));
    if (sentence !== null)
      problems.add({ ...mismatch(sentence, `pull ${body.pullId}, ${body.name}`), isOfAnswers: true });
  }
  for (const id of listStrayPieces(db, "body_chunk"))
    problems.add(mismatch("There are pieces of a response that no pull received", `response ${id}`));
  return problems.finish("body_chunk");
}

function wrongWith(db: ReadableLedger, body: BodyRecord, pruned: boolean): string | null {
  if (pruned) return body.pruned ? null : "A pruned response is back";
  if (body.pruned) return "A stored response is missing, and no pruning removed it";
  try {
    const digest = createHash("sha256");
    for (const piece of readBody(db, body)) digest.update(piece);
    return digest.digest("hex") === body.sha256 ? null : "A stored response differs from what was received";
  } catch {
    return "A stored response cannot be read";
  }
}
