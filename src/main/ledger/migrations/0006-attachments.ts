/**
 * Files attached as evidence. `subject` is canonical JSON, as `core/review` declares it. `attachment_chunk`
 * holds bytes as `body_chunk` does, once for all attachments of the same SHA-256, under the first of them.
 */
import { appendOnly } from "./append-only.ts";

export const ATTACHMENT_TABLES = `
CREATE TABLE attachment (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  note TEXT NOT NULL,
  attached_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES attachment (id)
) STRICT;
CREATE INDEX attachment_sha256 ON attachment (sha256);
CREATE TABLE attachment_chunk (
  attachment_id INTEGER NOT NULL REFERENCES attachment (id),
  n INTEGER NOT NULL,
  compressed BLOB NOT NULL,
  PRIMARY KEY (attachment_id, n)
) STRICT;
${appendOnly("attachment", "attachment_chunk")}
`;
