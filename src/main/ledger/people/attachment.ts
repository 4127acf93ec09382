/**
 * Files attached as evidence: append-only rows, each with its link of the audit trail, their bytes kept once.
 */
import { createHash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { Attachment } from "../../../core/review/attached/attachment.ts";
import { attachmentSubject } from "../../../schema/attachment.ts";
import { parseStored } from "../../../schema/stored.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { appendLink } from "../trail/audit.ts";
import { packPieces, readPieces } from "./pieces.ts";

/** Schemas before this one hold no evidence. */
export const ATTACHMENTS_SINCE = 6;

type AttachmentRow = Omit<Attachment, "subject"> & { readonly subject: string };

/**
 * All evidence and withdrawals, in the order in which they came; without the bytes.
 *
 * @throws TieoutError AUDIT_MISMATCH where what one is evidence of cannot be read
 */
export function listAttachments(db: ReadableLedger): Attachment[] {
  if (schemaVersion(db) < ATTACHMENTS_SINCE) return [];
  return db
    .prepare<[], AttachmentRow>(
      `SELECT id, subject, name, sha256, bytes, note, attached_by AS by, at_ms AS atMs, undoes
       FROM attachment ORDER BY id`,
    )
    .all()
    .map((row) => ({
      ...row,
      subject: parseStored(row.subject, attachmentSubject, () => ({
        file: db.name,
        record: `attachment ${row.id}`,
        sentence: "What a file is evidence of differs from what was written",
      })),
    }));
}

/**
 * Adds evidence or a withdrawal, inside the transaction that made sure that it may be added.
 *
 * @param content the file's bytes, in parts of any length; asked for only when the ledger lacks them
 * @returns as it is in the ledger
 */
export function insertAttachment(
  db: WritableLedger,
  made: Omit<Attachment, "id">,
  content: () => Iterable<Uint8Array>,
): Attachment {
  const { subject, name, sha256, bytes, note, by, atMs, undoes } = made;
  const isHeld = keeperOf(db, sha256) !== null;
  const document = subject as unknown as JsonValue;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO attachment (subject, name, sha256, bytes, note, attached_by, at_ms, undoes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(canonicalJson(document), name, sha256, bytes, note, by, atMs, undoes);
  const id = Number(lastInsertRowid);
  if (!isHeld) storePieces(db, id, content());
  appendLink(db, atMs, "attachment", {
    attachment: id,
    subject: document,
    name,
    sha256,
    bytes,
    note,
    by,
    undoes,
  });
  return { ...made, id };
}

function storePieces(db: WritableLedger, id: number, content: Iterable<Uint8Array>): void {
  const insert = db.prepare("INSERT INTO attachment_chunk (attachment_id, n, compressed) VALUES (?, ?, ?)");
  let n = 0;
  for (const piece of packPieces(content)) {
    insert.run(id, n, piece);
    n += 1;
  }
}

/** The attachment under which a file's bytes are kept: the first that has them; null when none has. */
function keeperOf(db: ReadableLedger, sha256: string): number | null {
  return (
    db
      .prepare<[string], number | null>("SELECT min(id) FROM attachment WHERE sha256 = ?")
      .pluck()
      .get(sha256) ?? null
  );
}

/**
 * The bytes of evidence, piece by piece.
 *
 * @throws TieoutError LEDGER_CORRUPT for pieces that differ from what was written
 */
export function readAttached(
  db: ReadableLedger,
  { sha256, bytes }: Pick<Attachment, "sha256" | "bytes">,
): Generator<Buffer> {
  const id = keeperOf(db, sha256) ?? 0;
  return readPieces(db, "attachment_chunk", { id, bytes }, (why) => {
    const facts = { file: db.name, record: `evidence ${id}` };
    return new TieoutError("LEDGER_CORRUPT", `The evidence cannot be read: ${why}`, facts);
  });
}

/** Whether the bytes of evidence can be read, and are those that its hash records. */
export function isAsAttached(db: ReadableLedger, file: Pick<Attachment, "sha256" | "bytes">): boolean {
  const digest = createHash("sha256");
  try {
    for (const piece of readAttached(db, file)) digest.update(piece);
  } catch (error) {
    if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") return false;
    throw error;
  }
  return digest.digest("hex") === file.sha256;
}
