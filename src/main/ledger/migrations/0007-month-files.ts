/**
 * The months' files: the terms of all of them, version by version, and the marks in each. `terms` and
 * `subject` are canonical JSON, as `core/review/file` declares them.
 */
import { appendOnly } from "./append-only.ts";

export const FILE_TABLES = `
CREATE TABLE file_terms (
  id INTEGER PRIMARY KEY,
  terms TEXT NOT NULL,
  set_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE file_mark (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  subject TEXT NOT NULL,
  marked_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("file_terms", "file_mark")}
`;
