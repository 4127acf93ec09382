/** Evidence: append-only rows, each with its link of the audit trail; the files' bytes kept once. */
import type { Attachment } from "../../../core/review/file/attachment.ts";
import type { NewAct } from "../../../schema/acts.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { insertAct, listActs } from "../trail/acts.ts";
import { areBytesOf, readPieces, storePieces } from "../file/pieces.ts";

/** Evidence and withdrawals as they came, without bytes. @throws TieoutError AUDIT_MISMATCH if unreadable */
export function listAttachments(db: ReadableLedger): Attachment[] {
  return listActs(db, "attachment");
}

/**
 * Adds evidence or a withdrawal, inside the transaction that made sure that it may be added.
 *
 * @param content the file's bytes, in parts of any length; asked for only when the ledger lacks them
 * @returns as it is in the ledger
 */
export function insertAttachment(
  db: WritableLedger,
  made: NewAct<"attachment">,
  content: () => Iterable<Uint8Array>,
): Attachment {
  const isHeld = keeperOf(db, made.sha256) !== null;
  const attachment = insertAct(db, "attachment", made);
  if (!isHeld) storePieces(db, "attachment_chunk", attachment.id, content());
  return attachment;
}

/** The attachment under which a file's bytes are kept: the first that has them; null when none has. */
export function keeperOf(db: ReadableLedger, sha256: string): number | null {
  return query<number | null>(db).value("SELECT min(id) FROM attachment WHERE sha256 = ?", sha256) ?? null;
}

/** The bytes of evidence, piece by piece. @throws TieoutError LEDGER_CORRUPT for pieces that differ */
export function readAttachment(
  db: ReadableLedger,
  { sha256, bytes }: Pick<Attachment, "sha256" | "bytes">,
): Generator<Buffer> {
  const id = keeperOf(db, sha256) ?? 0;
  const told = { record: `evidence ${id}`, sentence: "The evidence cannot be read" };
  return readPieces(db, "attachment_chunk", { id, bytes }, told);
}

/** Whether the bytes of evidence can be read, and are those that its hash records. */
export function isAsAttached(db: ReadableLedger, file: Pick<Attachment, "sha256" | "bytes">): boolean {
  return areBytesOf(file.sha256, readAttachment(db, file));
}
