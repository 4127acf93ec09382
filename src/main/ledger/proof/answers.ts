/**
 * Compares stored responses with their hashes: every byte that was received is there, or a link says that it
 * was pruned.
 */
import { createHash } from "node:crypto";
import { type BodyRecord, listBodies, readBody } from "../pulls/body.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listStrayPieces } from "../file/pieces.ts";
import { type Problem, ProblemList, mismatch } from "./small-tables.ts";
import type { Replay } from "./replay.ts";

/** Compares the presence of stored responses with the trail, which holds the list of them. */
export function checkAnswers(db: ReadableLedger, trail: Replay): Problem[] {
  const problems = new ProblemList();
  for (const body of listBodies(db)) {
    const isPruned = trail.isPruned(body.id);
    if (isPruned && !body.pruned) problems.add(ofAnswer(body, "A pruned response is back"));
    if (!isPruned && body.pruned)
      problems.add(ofAnswer(body, "A stored response is missing, and no pruning removed it"));
  }
  for (const id of listStrayPieces(db, "body_chunk"))
    problems.add(mismatch("There are pieces of a response that no pull received", `response ${id}`));
  return problems.finish("body_chunk");
}

/** Reads stored responses back and compares them with their hashes; those that were dropped are left out. */
export function checkAnswerBytes(db: ReadableLedger, bodies: readonly BodyRecord[]): Problem[] {
  return bodies.flatMap((body) => {
    const sentence = body.pruned ? null : wrongWith(db, body);
    return sentence === null ? [] : [ofAnswer(body, sentence)];
  });
}

function ofAnswer({ pullId, name }: BodyRecord, sentence: string): Problem {
  return mismatch(sentence, `pull ${pullId}, ${name}`);
}

function wrongWith(db: ReadableLedger, body: BodyRecord): string | null {
  try {
    const digest = createHash("sha256");
    for (const piece of readBody(db, body)) digest.update(piece);
    return digest.digest("hex") === body.sha256 ? null : "A stored response differs from what was received";
  } catch {
    return "A stored response cannot be read";
  }
}
