/**
 * Letters to the provider: what happened to each. `event` is canonical JSON, as `core/review/letters`
 * declares it.
 */
import { appendOnly } from "./append-only.ts";

export const LETTER_TABLE = `
CREATE TABLE letter_step (
  id INTEGER PRIMARY KEY,
  letter TEXT NOT NULL,
  event TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("letter_step")}
`;
