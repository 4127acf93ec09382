/** Pulls that were set aside, as if they had never been made, and put back. */
import { appendOnly } from "./append-only.ts";

export const PULL_STEP_TABLE = `
CREATE TABLE pull_step (
  id INTEGER PRIMARY KEY,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  step TEXT NOT NULL CHECK (step IN ('set-aside', 'put-back')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("pull_step")}
`;
