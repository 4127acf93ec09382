/**
 * Matches made by hand, and the steps by which months are closed. `records` and `frozen` are canonical JSON,
 * as `core/review` declares them.
 */
import { appendOnly } from "./append-only.ts";

export const CLOSE_TABLES = `
CREATE TABLE manual_match (
  id INTEGER PRIMARY KEY,
  note TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES manual_match (id),
  records TEXT NOT NULL
) STRICT;
CREATE TABLE close_step (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  step TEXT NOT NULL CHECK (step IN ('review', 'prepare', 'sign-off', 'reopen')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  frozen TEXT
) STRICT;
CREATE INDEX close_step_month ON close_step (month);
${appendOnly("manual_match", "close_step")}
`;
