/** Compares the bytes of evidence with the hashes in its links. */
import type { Attachment } from "../../../core/review/file/attachment.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { hasAct } from "../trail/acts.ts";
import { isAsAttached } from "../acts/attachment.ts";
import { listStrayPieces } from "../file/pieces.ts";
import { type Problem, ProblemList, mismatch } from "./small-tables.ts";

/** Evidence as its link records it. */
export type ToldAttachment = Pick<Attachment, "id" | "sha256" | "bytes">;

/** Reads all evidence back, each file once. That the list is the trail's own is held elsewhere. */
export function checkAttachments(db: ReadableLedger, told: readonly ToldAttachment[]): Problem[] {
  if (!hasAct(db, "attachment")) return [];
  const problems = new ProblemList();
  const proven = new Map<string, boolean>();
  for (const { id, sha256, bytes } of told) {
    const key = `${sha256} ${bytes}`;
    const isWhole = proven.get(key) ?? isAsAttached(db, { sha256, bytes });
    proven.set(key, isWhole);
    if (!isWhole) problems.add(mismatch("The file differs from what was attached", `evidence ${id}`));
  }
  for (const id of listStrayPieces(db, "attachment_chunk"))
    problems.add(mismatch("There are pieces of a file that nobody attached", `evidence ${id}`));
  return problems.finish("attachment_chunk");
}
